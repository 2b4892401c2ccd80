// Tells a refused client where to get a token, in parameters of the challenge (RFC 9728, section 5.1).
import type { Answer } from '../answers/answer.ts';

export interface ProtectedResource {
  /** The URL of the resource's metadata document. */
  readonly metadata: string;
  /** The scopes to request without a token, separated by spaces. */
  readonly scope: string;
}

/**
 * Adds `resource_metadata` to the response's challenge and, for 401, the scope to request. Returns other responses
 * unchanged.
 */
export function withResource(answer: Answer, { metadata, scope }: ProtectedResource): Answer {
  const challenge = answer.headers?.['WWW-Authenticate'];
  if (challenge === undefined) return answer;
  const isFirst = challenge === 'Bearer';
  const named = challenge.includes('scope=') ? '' : `, scope="${scope}"`;
  const value = `${challenge}${isFirst ? ' ' : ', '}resource_metadata="${metadata}"${named}`;
  return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': value } };
}
