// Adds a new person in one statement, which also checks the caller.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { tokenVersion } from '../../src/credentials/scim-token-store.ts';
import { getScimCaller, revokeScimToken } from '../../src/credentials/scim-tokens.ts';
import { hashToken } from '../../src/credentials/tokens.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { openArrivals } from '../../src/provisioning/users/arrivals.ts';
import { createNewMember } from '../../src/provisioning/users/create-user.ts';
import { StaleCaller, withVersionCheck } from '../../src/storage/batches/version-check.ts';
import type { Database } from '../../src/storage/database.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

/** A cached caller, on a database that counts statements. */
async function remembered(okta: ScimConnection, name = `${newId()}@example.com`) {
  const { database } = service.app;
  const { team_id, connection_id, token_id, token } = okta;
  const caller = await getScimCaller(database, connection_id, hashToken(token), service.clock());
  let asked = 0;
  const counting: Database = {
    ...database,
    rows: (statement) => {
      asked += 1;
      return database.rows(statement);
    },
    readChecked: (read, key, check) => {
      asked += 1;
      return database.readChecked(read, key, check);
    },
  };
  const versionCheck = { authorizationVersion: tokenVersion, key: [team_id, connection_id, token_id] };
  const checked = withVersionCheck(counting, versionCheck, caller.authorization_version);
  const context: ScimContext = { ...okta, strict: false, by: BY_TEST, now: service.clock(), warn: () => undefined };
  const arrivals = openArrivals(counting);
  const sent = { userName: name, displayName: 'Ann', emails: [{ value: name, primary: true }] };
  return {
    checked,
    enter: () => checked.confirmedBy((check) => createNewMember(arrivals, context, sent, check)),
    asked: () => asked,
  };
}

/** A new user name for the connection, which is an email address. */
async function someone(okta: ScimConnection): Promise<string> {
  const name = `${newId()}@example.com`;
  await okta.post('/Users', { userName: name, emails: [{ value: name, primary: true }] });
  return name;
}

it('adds a new person in one statement, and confirms the caller with it', async () => {
  const { checked, enter, asked } = await remembered(await bareConnection(service));
  expect(await enter()).toMatchObject({ version: '1' });
  await checked.confirm();
  expect(asked()).toBe(1);
});

it('does not add an existing person, and confirms the caller with a lookup', async () => {
  const okta = await bareConnection(service);
  const { checked, enter, asked } = await remembered(okta, await someone(okta));
  expect(await enter()).toBeUndefined();
  await checked.confirm();
  expect(asked()).toBe(2);
});

it('does not add people for a caller with a revoked token, and looks up the caller again', async () => {
  const okta = await bareConnection(service);
  const { checked, enter } = await remembered(okta);
  await service.app.database.inTransaction((tx) =>
    revokeScimToken(tx, okta.team_id, okta.connection_id, okta.token_id, service.clock(), BY_TEST),
  );
  expect(await enter()).toBeUndefined();
  await expect(checked.confirm()).rejects.toThrow(StaleCaller);
});
