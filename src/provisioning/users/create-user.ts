// Creates users, and restores deactivated ones that an identity provider creates again.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { newId } from '../../base/id.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { admitPerson } from '../../directory/joining/account-link.ts';
import { selectFormerReports, setManager } from '../../directory/managers/managers.ts';
import { finishLeaving } from '../../directory/members/leaving-members.ts';
import type { CallerCheck } from '../../storage/batches/version-check.ts';
import type { Tx } from '../../storage/database.ts';
import { withdrawSuspension } from '../guard/suspension-guard.ts';
import type { ScimContext } from '../scim-context.ts';
import type { Arrivals } from './arrivals.ts';
import { findKept } from './kept-record-store.ts';
import { announceUser, namedManager, withManager } from './reporting-line.ts';
import { taken } from './taken-names.ts';
import { type Holder, selectHolders } from './taken-names-store.ts';
import { type UserFacts, userFacts } from './user-record.ts';
import * as store from './user-record-store.ts';
import { changeUser, getUser, replaceUser } from './user-sync.ts';

/**
 * Creates a user who is new to the service, together with concurrent arrivals (arrivals.ts). Does nothing and returns
 * undefined if more work is needed (`createUser`) or the caller's check fails. Fails like `createUser`.
 */
export async function createNewMember(
  arrivals: Arrivals,
  context: ScimContext,
  sent: JsonObject,
  check: CallerCheck,
): Promise<store.UserRow | undefined> {
  const { columns, person, manager, warnings } = userFacts(withState(sent), context);
  if (manager !== null) return undefined;
  const arrival = { context, check, record_id: newId(), account_id: newId(), columns, person };
  const made = await arrivals.admit(arrival).catch(unlessTaken);
  if (made !== undefined) for (const warning of warnings) context.warn(warning);
  return made && { ...made, attributes: columns.attributes, groups: null };
}

/** The user may be a deactivated one, which `createUser` finds. */
function unlessTaken(thrown: unknown): undefined {
  if (thrown instanceof ScimError && thrown.scimType === 'uniqueness') return undefined;
  throw thrown;
}

/**
 * Creates a user. The account is new or linked by the linking rule (directory/joining/account-link.ts). If userName and
 * externalId are those of a deactivated user, restores that one. Fails with `uniqueness`, `seat-limit`,
 * `owner-protected`, or 400 `invalidValue`.
 */
export async function createUser(tx: Tx, context: ScimContext, sent: JsonObject): Promise<store.UserRow> {
  const user = withState(sent);
  const facts = userFacts(user, context);
  const known = await knownUser(tx, context, facts);
  if (known !== undefined) return replaceUser(tx, context, known.record_id, undefined, user);
  return insertUser(tx, context, facts);
}

const withState = (sent: JsonObject): JsonObject => ({ ...sent, active: sent.active ?? true });
const statusOf = ({ active }: { readonly active: boolean }) => (active ? 'active' : 'deactivated');

/** The deactivated user to restore. Fails with 409 `uniqueness` if another user is in the way. */
async function knownUser(tx: Tx, context: ScimContext, { columns, person }: UserFacts): Promise<Holder | undefined> {
  const { user_name_key, external_id } = columns;
  const holders = await selectHolders(tx, context, { user_name_key, external_id, email: person.email }, null);
  const byName = holders.find(({ attribute }) => attribute === 'userName');
  const byId = holders.find(({ attribute }) => attribute === 'externalId');
  if (byName !== undefined && !byName.active && byName.record_id === byId?.record_id) return byName;
  if (byName !== undefined) throw taken(byName);
  const isMovable = byId !== undefined && !byId.active;
  const { moves_external_id } = isMovable
    ? await getConnection(tx, context.team_id, context.connection_id)
    : { moves_external_id: false };
  if (byId !== undefined && !moves_external_id) throw taken(byId);
  const byEmail = holders.find(({ attribute }) => attribute === 'emails');
  if (byEmail !== undefined) throw taken(byEmail);
  if (byId !== undefined) await releaseExternalId(tx, context, byId);
  return undefined;
}

async function releaseExternalId(tx: Tx, context: ScimContext, { record_id }: Holder): Promise<void> {
  await changeUser(tx, context, record_id, undefined, {
    next: ({ externalId: _, ...others }) => others,
    saysActive: () => false,
  });
  context.warn(`The new user took the externalId of the deactivated user with the id ${record_id}.`);
}

async function insertUser(tx: Tx, context: ScimContext, facts: UserFacts): Promise<store.UserRow> {
  const { team_id, connection_id, by } = context;
  const { columns, person, manager, warnings } = facts;
  for (const warning of warnings) context.warn(warning);
  await settleKept(tx, context, facts);
  const membership = { status: statusOf(columns), connection_id } as const;
  const { account_id, linked } = await admitPerson(tx, team_id, person, membership, by);
  const called = { record_id: newId(), account_id, ...columns };
  await store.insertUser(tx, context, called, columns);
  if (manager !== null) {
    await setManager(tx, team_id, connection_id, account_id, await namedManager(tx, context, manager), by);
  }
  await announceUser(tx, context, called);
  if (linked) await reclaimReports(tx, context, called);
  // Read the user again, because an existing person may already be in groups.
  return getUser(tx, context, called.record_id);
}

/**
 * If a deleted person can still be restored, and the new user has the same names, the membership goes on. Another user
 * with that address gets a new one, without the roles of the former.
 */
async function settleKept(tx: Tx, context: ScimContext, { columns, person }: UserFacts): Promise<void> {
  const kept = person.email === null ? undefined : await findKept(tx, context, { address: person.email });
  if (kept === undefined) return;
  const isSame = kept.user_name_key === columns.user_name_key && kept.external_id === columns.external_id;
  if (isSame || kept.state === 'counted') await withdrawSuspension(tx, context, kept.account_id);
  else await finishLeaving(tx, context.team_id, kept.account_id, context.connection_id);
}

/** Identity providers don't send an unchanged manager again, so the reports' records get the manager's new id here. */
async function reclaimReports(tx: Tx, context: ScimContext, manager: { account_id: string; record_id: string }) {
  const { team_id, connection_id } = context;
  for (const { account_id } of await selectFormerReports(tx, team_id, connection_id, manager.account_id)) {
    const report = await store.findRecordOfAccount(tx, context, account_id);
    if (report === undefined) continue;
    await changeUser(tx, context, report.record_id, undefined, {
      next: (user) => withManager(context, user, manager.record_id),
      saysActive: () => false,
    });
  }
}
