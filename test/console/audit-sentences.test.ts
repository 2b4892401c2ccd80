import { expect, test } from 'vitest';
import { sentenceOf } from '../../console/src/admin/audit/audit-sentences.ts';
import { startOfDay } from '../../console/src/admin/days.ts';
import { remedyOf } from '../../console/src/admin/provisioning-log/remedies.ts';

const entry = (kind: string, before: object | null = null, after: object | null = null) => ({
  id: '1',
  at: '2026-03-01T09:00:00Z',
  kind,
  actor: { kind: 'person' as const, id: 'a', name: 'Ada' },
  subject: { kind: 'user', id: 'm', name: 'Max' },
  before,
  after,
  request_id: null,
});

/** An action of people on their own account. */
const own = (kind: string, before: object | null = null) => ({
  ...entry(kind, before),
  subject: { kind: 'user', id: 'a', name: 'Ada' },
});
const ofTrail = (kind: string, before: object | null = null, after: object | null = null) => ({
  ...entry(kind, before, after),
  subject: { kind: 'trail', id: 't', name: 'Ask for leave' },
});

test.each([
  [entry('team.member.role_granted', null, { role: 'author' }), 'Ada gave Max the role Author'],
  [entry('team.member.role_revoked', { role: 'admin' }), 'Ada took the role Admin from Max'],
  [
    entry('team.group.roles_changed', { roles: ['author'] }, { roles: ['manager'] }),
    'Ada changed the roles of the group Max: + Manager, − Author',
  ],
  [entry('session.opened', null, { method: 'sso' }), 'Ada signed in with single sign-on'],
  [
    entry('session.device_opened', null, { kind: 'cli', program: 'Cairn on the command line' }),
    'Ada signed in to Cairn on the command line with a code',
  ],
  [entry('session.refused'), 'Someone tried a wrong password for Max'],
  [entry('team.member.left_connection', null, { record: 'deleted' }), 'Ada deleted Max there; the membership stays'],
  [
    entry('team.updated', null, { seat_limit: 20, trails_enabled: false }),
    'Ada changed the number of seats, whether it has trails',
  ],
  [entry('team.member.signed_out', null, { sessions: 1 }), 'Ada ended a session of Max'],
  [entry('team.member.signed_out', null, { sessions: 1_200 }), 'Ada ended 1,200 sessions of Max'],
  [entry('something.quite_new'), 'Ada: something quite new, Max'],
  [own('team.member.added'), 'Ada joined the workspace'],
  [own('team.member.removed'), 'Ada left the workspace'],
  [own('team.member.updated'), 'Ada changed their own name or address'],
  [own('team.member.role_revoked', { role: 'admin' }), 'Ada gave up the role Admin'],
  [ofTrail('trail.published'), 'Ada published "Ask for leave"'],
  [ofTrail('trail.moved', { sort_order: 1 }, { sort_order: 2 }), 'Ada moved "Ask for leave" in the order'],
  [
    ofTrail('trail.visibility_changed', { visibility: 'all_teams' }, { visibility: 'restricted' }),
    'Ada restricted "Ask for leave" to some',
  ],
  [
    ofTrail('trail.visibility_changed', { visibility: 'restricted' }, { visibility: 'all_teams' }),
    'Ada opened "Ask for leave" to everyone',
  ],
  [ofTrail('trail.grant.added', null, { kind: 'user', name: 'Max' }), 'Ada let Max see "Ask for leave"'],
  [ofTrail('trail.grant.removed', { kind: 'team' }), 'Ada no longer lets a workspace see "Ask for leave"'],
  [ofTrail('trail.grant.removed', { kind: 'user', name: 'Max' }), 'Ada no longer lets Max see "Ask for leave"'],
  [
    entry('oauth.request.refused', null, { error: 'invalid_grant', reason: 'refresh token already used' }),
    'A request of Max was refused: refresh token already used',
  ],
  [
    entry('oauth.request.refused', null, { error: 'invalid_grant', reason: '' }),
    'A request of Max was refused: invalid grant',
  ],
  [
    ofTrail('trail.schedule_failed', null, { action: 'unpublish', outcome: 'Ada may no longer unpublish trails.' }),
    '"Ask for leave" was not unpublished as scheduled: Ada may no longer unpublish trails',
  ],
  [
    { ...entry('team.member.added'), actor: { kind: 'system', id: null, name: 'cairn command' } },
    'The cairn command added Max',
  ],
])('describes an entry in one sentence: %#', (given, sentence) => {
  expect(sentenceOf(given as never)).toBe(sentence);
});

test.each([
  [{ kind: 'api_key', name: 'Nightly' }, 'Ada published Max, with the key Nightly'],
  [{ kind: 'oauth', name: 'Editor' }, 'Ada published Max, with the app Editor'],
])('names the key or the app that was used: %#', (credential, sentence) => {
  const { actor, ...published } = entry('trail.published');
  const using = { ...actor, kind: 'credential', credential };
  expect(sentenceOf({ ...published, actor: using } as never)).toBe(sentence);
});

test('explains every refused request with a remedy', () => {
  for (const status of [400, 401, 403, 404, 409, 412, 413, 429, 500, 503, 418])
    expect(remedyOf({ status, scim_type: null, explanation: null })).toMatch(/\.$/);
  for (const explanation of ['There is nothing at this address.', 'PUT is not possible here. Use GET, HEAD, OPTIONS.'])
    expect(remedyOf({ status: 404, scim_type: null, explanation })).toContain('base URL');
  const explanation = 'Operations[0]: members: this connection has no user with the id "7". Provision the user first.';
  expect(remedyOf({ status: 400, scim_type: 'invalidValue', explanation })).toContain('Assign these people');
  expect(remedyOf({ status: 409, scim_type: null, explanation: 'Every contracted seat is taken.' })).toContain('seats');
});

test('converts a day to a time in the reader’s time zone, and an empty day to nothing', () => {
  expect(startOfDay('', 0)).toBe('');
  expect(new Date(startOfDay('2026-03-01', 1)).getDate()).toBe(2);
});
