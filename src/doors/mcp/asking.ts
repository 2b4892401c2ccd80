// Forms that a tool shows to the person during a call (elicitation). The client shows the form and calls the tool again
// with the answers (revision 2026-07-28). For older clients, the library does the same over the response's stream.
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** The values that the person entered, by field; null if the person refused; undefined if no form was shown yet. */
export type Answers = Readonly<Record<string, string>> | null | undefined;

export interface Asking {
  /** Whether the client can show a form. */
  readonly canAsk: boolean;
  readonly answers: Answers;
}

/** A form with one line of text per field. */
export interface Form {
  readonly message: string;
  /** The titles of the fields by name. */
  readonly fields: Readonly<Record<string, string>>;
}

const FORM = 'form';

/** `declared` are the capabilities of a client that sent them before this request. */
export function askingOf({ mcpReq }: ServerContext, declared: object | undefined): Asking {
  const envelope = (mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>;
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? declared;
  const response = inputResponse(mcpReq.inputResponses, FORM);
  return { canAsk: showsForms(capabilities), answers: response.kind === 'elicit' ? answersIn(response) : undefined };
}

/** A client that names no mode shows forms. Others may open addresses only. */
export function showsForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { readonly elicitation?: object };
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** The client may send anything, so only texts are kept. */
function answersIn({ action, content = {} }: { readonly action: string; readonly content?: object }): Answers {
  if (action !== 'accept') return null;
  const texts = Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** The result of a tool that needs answers first. */
export const asked = ({ message, fields }: Form): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [FORM]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(fields).map(([name, title]) => [name, { type: 'string' as const, title }]),
          ),
        },
      }),
    },
  });
