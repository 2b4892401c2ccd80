// Carries out schedules. A process leases a schedule, and under that lease the change of the trail commits together
// with the completion mark, so it happens exactly once even if a process dies or stalls. It uses the scheduling
// person's rights at that time and the rules of any other publication.

import type { By } from '../../audit/audit-log.ts';
import { instant } from '../../base/clock.ts';
import { newId } from '../../base/id.ts';
import { isRefusal, isRefusedByRule, refuse } from '../../base/refusal.ts';
import { doEach } from '../../base/slices.ts';
import { t } from '../../base/texts/t.ts';
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
  /** Receives unexpected failures. The change is retried when the lease ends. */
  readonly report: (thrown: unknown) => void;
  /** Called with the catalog if its live trails changed. */
  readonly onChange: (catalogId: string) => void;
}

/** How long an unresponsive process blocks a schedule. */
const LEASE_MS = 60_000;
const MAX_AT_ONCE = 50;
/** After this many unexpected failures, the schedule is marked as failed. */
const MAX_ATTEMPTS = 10;

/**
 * Carries out the schedules due at `now` (milliseconds since the epoch) and returns how many it finished. Unexpected
 * failures are reported, and the change is retried when the lease ends.
 */
export async function runSchedules(deps: ScheduleDeps, now: number): Promise<number> {
  let finished = 0;
  const due = await dueSchedules(deps.database, instant(now), MAX_AT_ONCE);
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
    // The schedules of a deleted trail are deleted with it.
    if (thrown instanceof LeaseLost || isRefusal(thrown, 'not-found')) return false;
    if (!isRefusedByRule(thrown)) report(thrown);
    if (!isRefusedByRule(thrown) && schedule.attempts < MAX_ATTEMPTS) return false;
    const reason = isRefusedByRule(thrown) ? thrown.message : 'Something repeatedly went wrong on our side.';
    await database.inTransaction((tx) => giveUp(tx, schedule, lease, reason, now));
    return true;
  }
}

/** Makes the change and marks the schedule as done. Fails like the same change at a door. */
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

/** The person who scheduled, if they may still publish here. Fails with `forbidden`. */
async function schedulerOf(tx: Tx, { catalog_id, scheduled_by, action }: LeasedSchedule): Promise<By> {
  const standing = await schedulerStanding(tx, catalog_id, scheduled_by);
  const name = standing?.person_name ?? '';
  const isService = catalog_id === SVC_CATALOG_ID;
  const isAllowed = isService
    ? standing?.is_operator === true
    : standing?.is_active === true && scopesOf(standing.roles).has('trails:publish');
  if (!isAllowed)
    throw refuse(
      'forbidden',
      t('{name} may no longer {action, select, publish {publish} other {unpublish}} trails.', {
        name: name || t('The person who scheduled this'),
        action,
      }),
    );
  if (standing?.trails_enabled === false) throw refuse('forbidden', 'Trails are turned off for this workspace.');
  return { account_id: scheduled_by, actor: { kind: 'person', id: scheduled_by, name }, request_id: newId() };
}

/** The schedule was canceled, replaced or taken over in the meantime, so the change must be rolled back. */
class LeaseLost extends Error {}

const BY_SERVICE = (request_id: string): By => ({
  account_id: null,
  actor: { kind: 'system', id: null, name: 'Scheduled publishing' },
  request_id,
});
