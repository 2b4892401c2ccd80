// Every error in SCIM format. Its status is that of the problem details unless the contract or RFC 7644 says otherwise,
// and RFC 7644 defines its scimType.
import { expect, test } from 'vitest';
import { refuse, type Slug } from '../../../src/base/refusal.ts';
import { scimProblem } from '../../../src/doors/scim/scim-problem.ts';
import { PROBLEMS, problemAnswer } from '../../../src/http/answers/problem.ts';

/** Errors thrown only by directory sync have another name in problem details. */
const OF_SYNC = ['uniqueness', 'seat-limit', 'owner-protected'];
const SLUGS = [...Object.keys(PROBLEMS), ...OF_SYNC, 'connection-paused'].filter(
  (slug) => slug !== 'internal',
) as Slug[];

const refusals = SLUGS.map((slug) => {
  const refusal = refuse(slug, 'Why.', { retry_after: 7 });
  const { status, headers, body } = scimProblem(refusal);
  return { slug, status, headers, body, elsewhere: problemAnswer(refusal, 'https://a.example', 'r').status };
});

test('has the status from the problem details, except for a plan without SCIM (contract 5.6) and 422', () => {
  const others = refusals.filter(({ status, elsewhere }) => status !== elsewhere);
  expect(others.map(({ slug, elsewhere, status }) => `${slug}: ${elsewhere}, here ${status}`).sort()).toEqual([
    'idempotency-key-mismatch: 422, here 400',
    'unprocessable: 422, here 400',
    'upgrade-required: 402, here 403',
    'validation: 422, here 400',
  ]);
});

test('has a scimType if RFC 7644 defines one (3.12), and repeats the status in the body', () => {
  const told = refusals.map(({ slug, body }) => [slug, (body as { scimType?: string }).scimType]);
  expect(Object.fromEntries(told.filter(([, scimType]) => scimType !== undefined))).toEqual({
    'bad-request': 'invalidSyntax',
    uniqueness: 'uniqueness',
    validation: 'invalidValue',
    unprocessable: 'invalidValue',
    'idempotency-key-mismatch': 'invalidValue',
  });
  for (const { status, headers, body } of refusals)
    expect([headers, body]).toMatchObject([
      { 'Content-Type': 'application/scim+json', 'Retry-After': '7' },
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), detail: 'Why.' },
    ]);
});
