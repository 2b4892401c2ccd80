// Tries the access matrix of docs/access.md over HTTP: every operation of the OpenAPI documents in every role, with
// every kind of credential, on every plan. New operations are covered automatically. A new requirement or kind of
// credential needs a rule in access/rows.ts, and a new path parameter needs an id in access/home.ts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateMember } from '../../src/directory/members/members.ts';
import { changeTeam } from '../../src/directory/teams/teams.ts';
import { BY_TEST, type TestPerson } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { type Cast, EVERY_CALLER, speakerOf } from './access/credentials.ts';
import { expectationOf } from './access/expectation.ts';
import { emptyHome, furnishedHome, type Home } from './access/home.ts';
import { ask, namesIn, outcomeOf } from './access/request.ts';
import { type TableLine, tableLines } from './access/route-tables.ts';
import { type AccessRow, everyRow, slugsOf } from './access/rows.ts';
import { type Case, casesOf, findingsOf, speakersIn, titleOf } from './access/trial.ts';
import { rowsOf } from './rows-of.ts';

let service: World;
let operator: TestPerson;
let home: Home;
const rows = everyRow();
beforeAll(async () => {
  service = await world();
  operator = await service.operator();
  home = await furnishedHome(service, operator);
});
afterAll(() => service.close());

type Speakers = ReturnType<typeof speakersIn>;

/** Clients for every caller of the workspace. */
async function everySpeaker(cast: Cast): Promise<Speakers> {
  const speaks = speakersIn(service, cast);
  await Promise.all(EVERY_CALLER.map(speaks));
  return speaks;
}

/** Sends the cases, and returns those with an unexpected response. */
const differences = (cases: readonly Case[], speaks: Speakers, expected: (each: Case) => string) =>
  findingsOf(cases, async (each) => {
    const outcome = outcomeOf(await ask(await speaks(each.caller), each.row, home.ids));
    const isExpected = expected(each) === 'allowed' ? !REFUSED.test(outcome) : outcome === expected(each);
    return isExpected ? undefined : `${titleOf(each)}: ${outcome} instead of ${expected(each)}`;
  });

const usual = ({ row, caller }: Case) => expectationOf(row, caller);
const REFUSED = /^(?:401|402|403 (?:forbidden|insufficient-scope|feature-not-enabled)$)/;

test('refuses every caller without the credential, the scope or the role as documented, and changes nothing', async () => {
  const refused = casesOf(rows).filter((each) => usual(each) !== 'allowed');
  expect(refused.length).toBeGreaterThan(3_000);
  const speaks = await everySpeaker(home);
  // Sends the deliveries for what was just created, which would otherwise change rows later.
  await service.app.dispatcher.round();
  const before = await rowsOf(service.app.database, home.team.team_id);
  expect(await differences(refused, speaks, usual)).toEqual([]);
  expect(await rowsOf(service.app.database, home.team.team_id)).toEqual(before);
});

test('documents every status and slug with which a caller is refused', () => {
  const undocumented = casesOf(rows).filter(({ row, caller }) => {
    const [status = '', slug = ''] = expectationOf(row, caller).split(' ');
    return slug !== '' && !slugsOf(row, Number(status)).includes(slug);
  });
  expect(undocumented.map(titleOf)).toEqual([]);
});

/** Reads come first. Deletions come last, starting with the innermost items. */
const inOrder = (a: AccessRow, b: AccessRow): number =>
  ORDER.indexOf(a.method) - ORDER.indexOf(b.method) || b.path.split('/').length - a.path.split('/').length;
const ORDER = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

test('admits every caller with the credential, the scope and the role', async () => {
  const furnished = await furnishedHome(service, operator);
  const known = speakersIn(service, furnished);
  const findings: unknown[] = [];
  for (const row of [...rows].sort(inOrder)) {
    // A change of the whole workspace must not affect the requests after it.
    const isOfWorkspace = row.method !== 'GET' && namesIn(row.path).length === 0;
    const cast = isOfWorkspace ? await emptyHome(service, operator) : furnished;
    for (const each of casesOf([row])) {
      const { caller } = each;
      if (expectationOf(row, caller) !== 'allowed') continue;
      // Uses a new session for each request, because some requests end sessions.
      const isNew = isOfWorkspace || caller.kind === 'session' || caller.kind === 'console';
      const speaks = isNew ? await speakerOf(service, cast, caller) : await known(caller);
      const outcome = outcomeOf(await ask(speaks, row, furnished.ids));
      const isCondition = row.condition !== undefined && outcome === '403 forbidden';
      if (REFUSED.test(outcome) && !isCondition) findings.push(`${titleOf(each)}: ${outcome}`);
    }
  }
  expect(findings).toEqual([]);
});

test.each([
  ['on the plan free', { plan: 'free', areTrailsOn: true }],
  ['on the plan business', { plan: 'business', areTrailsOn: true }],
  ['with trails switched off', { plan: 'enterprise', areTrailsOn: false }],
] as const)('refuses %s what this excludes, and allows the rest', async (_, circumstances) => {
  const cast = await emptyHome(service, operator, circumstances.plan);
  const wanted = { trails_enabled: circumstances.areTrailsOn };
  await service.app.database.inTransaction((tx) => changeTeam(tx, cast.team.team_id, wanted, BY_TEST));
  const expected = ({ row, caller }: Case) => expectationOf(row, caller, circumstances);
  const isAffected = (each: Case): boolean =>
    expected(each) === 'allowed' ? each.row.method === 'GET' : expected(each) !== usual(each);
  const affected = casesOf(rows).filter(isAffected);
  expect(await differences(affected, await everySpeaker(cast), expected)).toEqual([]);
});

test('refuses everything to people whose membership was deactivated', async () => {
  const cast = await emptyHome(service, operator);
  const { owner: _, operator: __, ...left } = cast.people;
  const speaks = await everySpeaker(cast);
  await service.app.database.inTransaction(async (tx) => {
    for (const { id } of Object.values(left)) await deactivateMember(tx, cast.team.team_id, id, null, BY_TEST);
  });
  const theirs = casesOf(rows).filter((each) => each.caller.who in left && usual(each) === 'allowed');
  const lost = theirs.filter(({ caller }) => caller.kind !== 'setupLink');
  const expected = ({ row, caller }: Case) =>
    caller.kind === 'apiKey' && row.credentials.includes('apiKey') ? '403 membership-revoked' : '401 unauthorized';
  expect(await differences(lost, speaks, expected)).toEqual([]);
});

/** Doors without an OpenAPI document, which docs/access.md describes in a table. */
const UNDOCUMENTED =
  /^(?:console|mcp|scim)\/|^oauth\/(?:metadata|oauth)-routes|^public\/(?:catalog|system)-routes|^v1\/unsaved-routes/;

test('has a row for every line of the route tables', () => {
  const addresses = rows.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  const documented = tableLines().filter(({ file }) => !UNDOCUMENTED.test(file));
  expect(documented.length).toBeGreaterThan(150);
  const isMissing = ({ method, path }: TableLine): boolean =>
    !addresses.some((address) => address.startsWith(`${method} `) && address.endsWith(path));
  expect(documented.filter(isMissing)).toEqual([]);
});
