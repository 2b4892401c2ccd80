// JSON-RPC error codes for refusals of /mcp.
import type { Slug } from '../../base/refusal.ts';
import { PROBLEMS, problemSlugOf } from '../../http/answers/problem.ts';

export const INVALID_PARAMS = -32_602;

/** Statuses of problems that mean that the client has to fix the message's parameters. */
const OF_PARAMETERS = [400, 404, 413, 422];

/**
 * -32602 for wrong parameters (JSON-RPC 2.0, section 5.1). For other errors, MCP requires a code outside JSON-RPC's
 * reserved range (2026-07-28, Error Codes): the problem's status, such as 429 or 503.
 */
export function errorCodeOf(slug: Slug): number {
  const { status } = PROBLEMS[problemSlugOf(slug)];
  return OF_PARAMETERS.includes(status) ? INVALID_PARAMS : status;
}
