// The codes of JSON-RPC errors by which refusals leave /mcp.
import type { Slug } from '../../base/refusal.ts';
import { PROBLEMS, problemSlugOf } from '../../http/answers/problem.ts';

export const INVALID_PARAMS = -32_602;

/** Statuses of problems for which the parameters of the message are to be fixed. */
const OF_PARAMETERS = [400, 404, 413, 422];

/**
 * -32602 where the parameters are wrong (JSON-RPC 2.0, section 5.1). For anything else MCP wants a code outside of the
 * range that JSON-RPC reserves (2026-07-28, Error Codes): the status of the problem, as 429 and 503.
 */
export function errorCodeOf(slug: Slug): number {
  const { status } = PROBLEMS[problemSlugOf(slug)];
  return OF_PARAMETERS.includes(status) ? INVALID_PARAMS : status;
}
