// Parameters that are not of their method's shape. The library takes them for a fault of ours: it answers -32603, with
// what its validator found, as JSON, in the place of the message. They are the client's to fix: -32602 (JSON-RPC 2.0,
// section 5.1), in a sentence.
import { INVALID_PARAMS } from './error-code.ts';

/** As the library writes an internal error; within a text of somebody the quotes are escaped. */
const INTERNAL_ERROR = '"code":-32603';
const MOST_NAMED = 10;

interface Finding {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The answer, as JSON, with that error told as what it is; any other answer as it is. */
export function withInvalidParams(answer: Buffer): Buffer {
  if (!answer.includes(INTERNAL_ERROR)) return answer;
  const { error, ...rest } = JSON.parse(answer.toString()) as { readonly error?: { readonly message: string } };
  const findings = findingsOf(error?.message ?? '');
  if (findings === undefined) return answer;
  const named = findings.slice(0, MOST_NAMED).map(({ path, message }) => `${path.join('.') || 'params'}: ${message}.`);
  const message = `The parameters need fixing. ${named.join(' ')}`;
  return Buffer.from(JSON.stringify({ ...rest, error: { code: INVALID_PARAMS, message } }));
}

function findingsOf(text: string): readonly Finding[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
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
