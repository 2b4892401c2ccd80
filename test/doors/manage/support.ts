// People at /manage/v1: command line sessions opened through the rooms, with requests over HTTP.
import { createSession } from '../../../src/identity/sessions.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import type { World } from '../../support/world.ts';

/** The person on the command line, in a workspace or (null) as an operator of the service. */
export const atCommandLine = async (world: World, team_id: string | null, account_id: string): Promise<Speaker> =>
  world.bearer(await sessionToken(world, team_id, account_id));

/** The token of a new session of that person. */
export async function sessionToken(world: World, team_id: string | null, account_id: string): Promise<string> {
  const session = await world.app.database.inTransaction((tx) =>
    createSession(tx, { team_id, account_id, kind: 'cli' }, world.clock()),
  );
  return session.token;
}

export interface Managed extends TestTeam {
  readonly asAdmin: Speaker;
  readonly asOwner: Speaker;
  readonly asMember: Speaker;
}

/** A workspace with three people on the command line. */
export async function managedTeam(world: World, options: Parameters<World['team']>[0] = {}): Promise<Managed> {
  const team = await world.team(options);
  return {
    ...team,
    asAdmin: await atCommandLine(world, team.team_id, team.admin.id),
    asOwner: await atCommandLine(world, team.team_id, team.owner.id),
    asMember: await atCommandLine(world, team.team_id, team.member.id),
  };
}

/** An operator of the service on the command line. */
export async function operatorAt(world: World): Promise<{ id: string; speaks: Speaker }> {
  const { id } = await world.operator();
  return { id, speaks: await atCommandLine(world, null, id) };
}
