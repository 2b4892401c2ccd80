// Every refusal in SCIM's words: its status is the one that problem details have, but where the contract or RFC 7644
// knows another, and the scimType is one that RFC 7644 has.
import { expect, test } from 'vitest';
import { refuse, type Slug } from '../../../src/base/refusal.ts';
import { scimProblem } from '../../../src/doors/scim/scim-problem.ts';
import { PROBLEMS, problemAnswer } from '../../../src/http/answers/problem.ts';

/** What only directory sync throws has another name in problem details. */
const OF_SYNC = ['uniqueness', 'seat-limit', 'owner-protected', 'deactivation-kept', 'deactivation-held'];
const SLUGS = [...Object.keys(PROBLEMS), ...OF_SYNC, 'connection-paused'].filter(
  (slug) => slug !== 'internal',
) as Slug[];

const refusals = SLUGS.map((slug) => {
  const refusal = refuse(slug, 'Why.', { retry_after: 7 });
  const { status, headers, body } = scimProblem(refusal);
  return { slug, status, headers, body, elsewhere: problemAnswer(refusal, 'https://a.example', 'r').status };
});

test('the status is that of problem details, but for a plan without SCIM (contract 5.6) and what is 422 there', () => {
  const others = refusals.filter(({ status, elsewhere }) => status !== elsewhere);
  expect(others.map(({ slug, elsewhere, status }) => `${slug}: ${elsewhere}, here ${status}`).sort()).toEqual([
    'idempotency-key-mismatch: 422, here 400',
    'unprocessable: 422, here 400',
    'upgrade-required: 402, here 403',
    'validation: 422, here 400',
  ]);
});

test('a scimType is told of what RFC 7644 has one for (3.12), and the body says the status of the answer', () => {
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
