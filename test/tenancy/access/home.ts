// The workspaces of the access tests: people in every role, and one of everything that has an id.
import { newId } from '../../../src/base/id.ts';
import { createConnection } from '../../../src/directory/connections/connections.ts';
import { managedTeam } from '../../doors/manage/support.ts';
import { identityProvidersDay, thingsOf } from '../../scale/every-door.ts';
import { BY_TEST, type TestPerson } from '../../support/test-team.ts';
import type { World } from '../../support/world.ts';
import { type Cast, caller, speakerOf } from './credentials.ts';
import type { Ids } from './request.ts';

export interface Home extends Cast {
  /** An id for each path parameter, by its name. */
  readonly ids: Ids;
}

/** A workspace with people in every role and one connection. */
export async function emptyHome(service: World, operator: TestPerson, plan = 'enterprise'): Promise<Cast> {
  const team = await service.team({ plan });
  const { owner, admin, author, publisher, member } = team;
  const manager = await team.person('Mona Manager', ['manager']);
  const { connection_id } = await service.app.database.inTransaction((tx) =>
    createConnection(tx, team.team_id, 'Okta', BY_TEST),
  );
  return { team, people: { owner, admin, author, publisher, member, manager, operator }, connection_id };
}

/** Creates a workspace with one of everything. `user_id` is a person outside of the cast. */
export async function furnishedHome(service: World, operator: TestPerson): Promise<Home> {
  const team = await managedTeam(service, { plan: 'enterprise' });
  const { owner, admin, author, publisher, member, asOwner } = team;
  const directory = await identityProvidersDay(service, team.team_id);
  const [spare, manager, other] = await Promise.all([
    team.person('Sam Spare'),
    team.person('Mona Manager', ['manager']),
    service.team(),
  ]);
  const people = { owner, admin, author, publisher, member, manager, operator };
  const cast = { team, people, connection_id: directory.connection_id };
  await speakerOf(service, cast, caller('app', 'owner', ['trails:use']));
  const first = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
    (await asOwner.get<{ items: Readonly<Record<string, unknown>>[] }>(path)).body.items[0] ?? {};
  const ids = await thingsOf(service, { ...team, member: spare }, directory);
  const line = await first(`/manage/v1/connections/${ids.connection_id}/log`);
  return {
    ...cast,
    ids: {
      ...ids,
      entry_id: String((await first('/manage/v1/audit')).id),
      line_id: String(line.id),
      resource_id: String(line.resource_id),
      key_id: spare.key_id,
      uid: newId(),
      // Operators act on this workspace, so that the one under test stays unchanged.
      team_id: other.team_id,
    },
  };
}
