// Converts refusals of rooms to errors of the protocol library.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { problemSlugOf } from '../../http/answers/problem.ts';
import { errorCodeOf } from './error-code.ts';
import type { Visit } from './visit.ts';

/** Runs a handler. A refusal becomes a JSON-RPC error with its slug; other errors are left to the gate. */
export async function answered<Answer>(visit: Visit, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    if (isRefusal(thrown)) throw protocolError(thrown);
    visit.failure ??= thrown;
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
  }
}

const protocolError = ({ slug, message, extras }: Refusal): ProtocolError =>
  new ProtocolError(errorCodeOf(slug), message, { slug: problemSlugOf(slug), ...extras });
