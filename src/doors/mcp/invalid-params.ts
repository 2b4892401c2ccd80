// Parameters that are not of their method's shape. The library takes them for a fault of ours, and answers -32603, or
// names its method; what its validator found stands in the message as JSON. They are the client's to fix: -32602
// (JSON-RPC 2.0, section 5.1), in a sentence.
import { INVALID_PARAMS } from './error-code.ts';

/** As the library writes an error; within a text of somebody the quotes are escaped. */
const ERROR = '"error":{';
const INTERNAL_ERROR = -32_603;
/** The findings alone, or behind what the library says of the request that they are about. */
const WITH_FINDINGS = /^(?:Invalid [a-z/]+ request: )?(\[.*\])$/s;
const MOST_NAMED = 10;

interface Finding {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RpcAnswer {
  readonly error?: { readonly code: number; readonly message: string };
}

/** The answer, or the batch of them, as JSON, with each such error told as what it is; any other as it is. */
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
  const named = findings.slice(0, MOST_NAMED).map(({ path, message }) => `${path.join('.') || 'params'}: ${message}.`);
  return { ...rest, error: { code: INVALID_PARAMS, message: `The parameters need fixing. ${named.join(' ')}` } };
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
