// Where a client that was refused finds out how to get a token: the parameters of RFC 9728, section 5.1, on the
// challenge that a refusal bears.
import type { Answer } from '../answers/answer.ts';

export interface ProtectedResource {
  /** The address of its metadata document. */
  readonly metadata: string;
  /** What a client that has no token should ask for, separated by blanks. */
  readonly scope: string;
}

/** The answer with `resource_metadata` on its challenge, and on a 401 the scope to ask for; others are as they were. */
export function withResource(answer: Answer, { metadata, scope }: ProtectedResource): Answer {
  const challenge = answer.headers?.['WWW-Authenticate'];
  if (challenge === undefined) return answer;
  const isFirst = challenge === 'Bearer';
  const named = challenge.includes('scope=') ? '' : `, scope="${scope}"`;
  const value = `${challenge}${isFirst ? ' ' : ', '}resource_metadata="${metadata}"${named}`;
  return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': value } };
}
