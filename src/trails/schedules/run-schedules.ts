// Carrying schedules out. A process leases a schedule, and the change of the trail commits together with the mark that
// it is done, under that lease: whatever dies or stalls, it happens once. It happens with the rights that the person
// who scheduled has by then, and by the rules of every other publication.
import type { By } from '../../audit/audit-log.ts';
import { instant } from '../../base/clock.ts';
import { doEach } from '../../base/each.ts';
import { newId } from '../../base/id.ts';
import { isRefusal, isRefusedByRule, refuse } from '../../base/refusal.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { scopesOf } from '../../directory/roles.ts';
import type { Database, Tx } from '../../storage/database.ts';
import { changeStatus } from '../publication/change-status.ts';
import { publishTrail } from '../publication/publish.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailRules } from '../trail-rules.ts';
import { getLockedTrail } from '../trails.ts';
import {
  dueSchedules,
  finishSchedule,
  type LeasedSchedule,
  leaseSchedule,
  schedulerStanding,
} from './schedule-store.ts';

export interface ScheduleDeps {
  readonly database: Database;
  readonly rules: TrailRules;
  /** Called with what failed for no reason that a room gave: it is tried again when its lease ends. */
  readonly report: (thrown: unknown) => void;
  /** Called with the catalog whose live trails changed. */
  readonly onChange: (catalogId: string) => void;
}

/** A process that falls silent keeps a schedule to itself for so long. */
const LEASE_MS = 60_000;
const MOST_AT_ONCE = 50;
/** After so many attempts that ended in a fault of ours, the schedule is given up, and says so. */
const MOST_ATTEMPTS = 10;

/**
 * Carries out what is due at `now` (milliseconds since the epoch); answers how many schedules it finished. Those that
 * could neither be carried out nor given up are reported, and tried again when their lease ends.
 */
export async function runSchedules(deps: ScheduleDeps, now: number): Promise<number> {
  let finished = 0;
  const due = await dueSchedules(deps.database, instant(now), MOST_AT_ONCE);
  await doEach(due, async (key) => {
    const lease = newId();
    const until = instant(now + LEASE_MS);
    const schedule = await leaseSchedule(deps.database, key, { id: lease, now: instant(now), until });
    if (schedule !== undefined && (await runOne(deps, schedule, lease, now))) finished += 1;
  }).catch(deps.report);
  return finished;
}

async function runOne(deps: ScheduleDeps, schedule: LeasedSchedule, lease: string, now: number): Promise<boolean> {
  const { database, rules, onChange, report } = deps;
  try {
    await database.inTransaction((tx) => carryOut(tx, schedule, lease, rules, now));
    onChange(schedule.catalog_id);
    return true;
  } catch (thrown) {
    // A trail that was deleted took its schedules along.
    if (thrown instanceof LeaseLost || isRefusal(thrown, 'not-found')) return false;
    if (!isRefusedByRule(thrown)) report(thrown);
    if (!isRefusedByRule(thrown) && schedule.attempts < MOST_ATTEMPTS) return false;
    const reason = isRefusedByRule(thrown) ? thrown.message : 'Something went wrong on our side, again and again.';
    await database.inTransaction((tx) => giveUp(tx, schedule, lease, reason, now));
    return true;
  }
}

/** The change and the mark that it is done. Refuses for every reason that the same change refuses at a door. */
async function carryOut(
  tx: Tx,
  schedule: LeasedSchedule,
  lease: string,
  rules: TrailRules,
  now: number,
): Promise<void> {
  const { catalog_id, trail_id, action, revision, note } = schedule;
  await getLockedTrail(tx, catalog_id, trail_id);
  const by = await schedulerOf(tx, schedule);
  if (action === 'publish' && revision !== null)
    await publishTrail(tx, catalog_id, { trail_id, revision, note }, by, rules);
  else await changeStatus(tx, catalog_id, trail_id, 'unpublish', by);
  const isOurs = await finishSchedule(tx, schedule, lease, { state: 'done', outcome: null, at: instant(now) });
  if (!isOurs) throw new LeaseLost();
}

async function giveUp(tx: Tx, schedule: LeasedSchedule, lease: string, outcome: string, now: number): Promise<void> {
  const { catalog_id, trail_id, action } = schedule;
  const trail = await getLockedTrail(tx, catalog_id, trail_id);
  const isOurs = await finishSchedule(tx, schedule, lease, { state: 'failed', outcome, at: instant(now) });
  if (!isOurs) return;
  await recordTrail(tx, catalog_id, trail, 'trail.schedule_failed', BY_SERVICE(lease), { after: { action, outcome } });
}

/** The person who scheduled, if they may still publish here. Refuses with `forbidden`. */
async function schedulerOf(tx: Tx, { catalog_id, scheduled_by, action }: LeasedSchedule): Promise<By> {
  const standing = await schedulerStanding(tx, catalog_id, scheduled_by);
  const name = standing?.person_name ?? '';
  const isService = catalog_id === SVC_CATALOG_ID;
  const isAllowed = isService
    ? standing?.is_operator === true
    : standing?.is_active === true && scopesOf(standing.roles).has('trails:publish');
  if (!isAllowed) throw refuse('forbidden', `${name || 'Who scheduled this'} may no longer ${action} trails.`);
  if (standing?.trails_enabled === false) throw refuse('forbidden', 'Trails are switched off for this workspace.');
  return { account_id: scheduled_by, actor: { kind: 'person', id: scheduled_by, name }, request_id: newId() };
}

/** The schedule was cancelled, replaced or taken over while it was carried out: nothing of it may stay. */
class LeaseLost extends Error {}

const BY_SERVICE = (request_id: string): By => ({
  account_id: null,
  actor: { kind: 'system', id: null, name: 'Scheduled publishing' },
  request_id,
});
