// Problem documents in the language that the caller accepts, at every door.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PSEUDO, pseudoLanguage } from '../support/pseudo-language.ts';
import type { Heard, Problem, Speaker } from '../support/speaker.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { sessionToken } from './manage/support.ts';

let w: World;
let acme: TestTeam;
let session: Speaker;
beforeAll(async () => {
  w = await world({}, { languages: pseudoLanguage });
  acme = await w.team();
  session = w.bearer(await sessionToken(w, acme.team_id, acme.owner.id));
});
afterAll(() => w.close());

const inPseudo = (speaker: Speaker): Speaker => speaker.with({ 'Accept-Language': PSEUDO });
const ACCENTED = /[áéíöüšñç]/;

/** Sentences without accents. Words in code, quotes and parentheses may stay as they are. */
const untranslated = ({ body }: Heard<Problem>): string[] =>
  [body.detail, ...(body.issues ?? []).map(({ message }) => message)].filter((sentence) => !ACCENTED.test(sentence));

describe('a problem document', () => {
  test.each([
    ['of an unknown path', () => w.anyone, 'GET', '/v9/nothing', 404],
    ['of a wrong method', () => w.anyone, 'PATCH', '/health', 405],
    ['without a credential', () => w.anyone, 'GET', '/v1/trails', 401],
    ['of /v1', () => acme.owner.speaks, 'GET', '/v1/trails?limit=none&sort=x', 400],
    ['of /v1 with issues', () => acme.owner.speaks, 'POST', '/v1/trails', 422],
    ['of /manage/v1', () => session, 'GET', '/manage/v1/members/none', 400],
    ['of /console/v1', () => session, 'GET', '/console/v1/trails/01993b5e-2222-7abc-8def-0123456789ab', 404],
    ['of sign-in', () => w.anyone, 'POST', '/sign-in/password', 403],
    ['of a set-up link', () => w.anyone, 'GET', '/setup/v1/link', 401],
    ['of /mcp', () => w.anyone, 'POST', '/mcp', 401],
    ['of a public catalog', () => w.anyone, 'GET', '/catalogs/none', 404],
  ] as const)('%s is in the accepted language', async (_, speaker, method, path, status) => {
    const body =
      method === 'POST' ? { trigger: { when: 1 }, document: { title: 'x'.repeat(2_000), steps: 1 } } : undefined;
    const heard = await inPseudo(speaker()).send<Problem>(method, path, body);
    expect(heard.status, JSON.stringify(heard.body)).toBe(status);
    expect(untranslated(heard)).toEqual([]);
    expect(heard.headers.get('content-language')).toBe(PSEUDO);
    expect(heard.headers.get('vary')).toBe('Accept-Language');
    expect(heard.body.title).not.toMatch(ACCENTED);
  });

  test.each(['*', 'en, en-XA;q=0.9', 'fr', 'en-XA;q=0', 'en-XA;q=2', ';;q=,,', '\u00e9', 'x'.repeat(9_000)])(
    'is in English for %s',
    async (accepted) => {
      const { headers, body } = await w.anyone.get<Problem>('/v1/trails', { 'Accept-Language': accepted });
      expect(body.detail).toBe('No credential was sent. Send the header "Authorization: Bearer <API_KEY>".');
      expect(headers.get('content-language')).toBe('en');
      expect(headers.get('vary')).toBe('Accept-Language');
    },
  );
});

test('stays in English in SCIM, in OAuth, and in responses that succeed', async () => {
  const scim = await inPseudo(w.anyone).get<{ detail: string }>('/scim/v2/01993b5e-2222-7abc-8def-0123456789ab/Users');
  expect(scim.body.detail).not.toMatch(ACCENTED);
  expect(scim.headers.get('content-language')).toBeNull();
  const oauth = await inPseudo(w.anyone).post<{ error_description: string }>('/oauth/token', 'a=b', {
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  expect(oauth.body.error_description).not.toMatch(ACCENTED);
  const made = await inPseudo(acme.owner.speaks).post<{ publish_issues: { message: string }[] }>('/v1/trails', {
    title: 'Answer a refund request',
  });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toMatch(ACCENTED);
  expect(made.headers.get('vary') ?? '').not.toContain('Accept-Language');
});
