// Rewrites errors for parameters of the wrong shape. The library reports them as internal errors (-32603) or as errors
// of the method, with its validation findings as JSON in the message. Only the client can fix them, so this returns
// -32602 (JSON-RPC 2.0, section 5.1) with a readable message.
import { INVALID_PARAMS } from './error-code.ts';

/** The start of an error as the library serializes it. Inside string values the quotes are escaped. */
const ERROR = '"error":{';
const INTERNAL_ERROR = -32_603;
/** The findings, which may follow the library's description of the request. */
const WITH_FINDINGS = /^(?:Invalid [a-z/]+ request: )?(\[.*\])$/s;
const MAX_FINDINGS = 10;

interface Finding {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RpcAnswer {
  readonly error?: { readonly code: number; readonly message: string };
}

/** Rewrites such errors in a response or a batch of responses (JSON). Leaves everything else unchanged. */
export function withInvalidParams(answer: Buffer): Buffer {
  if (!answer.includes(ERROR)) return answer;
  const told = JSON.parse(answer.toString()) as RpcAnswer | readonly RpcAnswer[];
  const before = [told].flat();
  const after = before.map(inSentences);
  if (after.every((one, at) => one === before[at])) return answer;
  return Buffer.from(JSON.stringify(Array.isArray(told) ? after : after[0]));
}

function inSentences(answer: RpcAnswer): RpcAnswer {
  const { error, ...rest } = answer;
  if (error?.code !== INTERNAL_ERROR && error?.code !== INVALID_PARAMS) return answer;
  const findings = findingsOf(error.message);
  if (findings === undefined) return answer;
  const named = findings
    .slice(0, MAX_FINDINGS)
    .map(({ path, message }) => `${path.join('.') || 'params'}: ${message}.`);
  return { ...rest, error: { code: INVALID_PARAMS, message: `Fix the parameters. ${named.join(' ')}` } };
}

function findingsOf(text: string): readonly Finding[] | undefined {
  try {
    const value: unknown = JSON.parse(WITH_FINDINGS.exec(text)?.[1] ?? '');
    return Array.isArray(value) && value.length > 0 && value.every(isFinding) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  Array.isArray(value.path) &&
  'message' in value &&
  typeof value.message === 'string';
