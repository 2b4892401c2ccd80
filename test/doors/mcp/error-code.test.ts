// JSON-RPC error codes: which errors are the client's fault (MCP 2026-07-28, Error Codes).
import { expect, test } from 'vitest';
import type { Slug } from '../../../src/base/refusal.ts';
import { refuse } from '../../../src/base/refusal.ts';
import { errorCodeOf } from '../../../src/doors/mcp/error-code.ts';
import { answered } from '../../../src/doors/mcp/protocol-refusal.ts';
import type { Visit } from '../../../src/doors/mcp/visit.ts';
import { PROBLEMS } from '../../../src/http/answers/problem.ts';

test.each(['bad-request', 'not-found', 'validation'] as const)('treats %s as invalid parameters', (slug) => {
  expect(errorCodeOf(slug)).toBe(-32_602);
});

test("uses no codes from JSON-RPC's reserved range for other errors", () => {
  const slugs = Object.keys(PROBLEMS).filter((slug) => slug !== 'internal') as Slug[];
  const reserved = slugs.map(errorCodeOf).filter((code) => code !== -32_602 && code >= -32_768 && code <= -32_000);
  expect(reserved).toEqual([]);
});

test.each([
  ['not-ready', 503],
  ['rate-limited', 429],
  ['forbidden', 403],
] as const)('returns for a refusal with %s the code %i and the slug', async (slug, code) => {
  const visit = { failure: undefined } as Visit;
  const refused = answered(visit, () => Promise.reject(refuse(slug, 'No.', { retry_after: 1 })));
  await expect(refused).rejects.toMatchObject({ code, data: { slug, retry_after: 1 } });
});
