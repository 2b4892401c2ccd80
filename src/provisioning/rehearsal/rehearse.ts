// A rehearsal: runs requests of an identity provider in one transaction that is rolled back, and describes what would
// have changed. The requests run through the same functions as real ones, so that the prediction holds.
import type { AuditEntry } from '../../audit/audit-entry.ts';
import { entriesAfter } from '../../audit/read-audit.ts';
import { havePassed, steadyClock } from '../../base/clock.ts';
import { newId } from '../../base/id.ts';
import type { Connection } from '../../directory/connections/connection.ts';
import { personStandings, selectGroupMembers } from '../../directory/people/person-standing.ts';
import { getTeam } from '../../directory/teams/teams.ts';
import type { Database, Tx } from '../../storage/database.ts';
import { rolledBack, undone } from '../../storage/rolled-back.ts';
import { mappingWith } from '../attribute-mapping.ts';
import { userTypeWith } from '../declared-attributes.ts';
import type { ScimContext } from '../scim-context.ts';
import { isId } from '../users/user-attribute-store.ts';
import { concernedPeople, effectsOn, type PersonEffect, type Snapshot } from './effects.ts';
import { selectSuspendedAccounts } from './rehearsal-store.ts';
import {
  type Reached,
  type RehearsalRules,
  runRequest,
  type ScimRequest,
  type ScimVerdict,
  withIds,
} from './rehearsed-request.ts';

export { selectKnownGroups as knownGroups, selectKnownUsers as knownUsers } from './rehearsal-store.ts';

/** A request and what it would do. */
export interface RehearsalLine extends Pick<ScimRequest, 'method' | 'resource'>, Reached {
  /** Undefined if the request succeeds. */
  readonly verdict: ScimVerdict | undefined;
  readonly warnings: readonly string[];
  /** The entries that it would write to the audit log. */
  readonly changes: readonly AuditEntry[];
}

/** The requests to rehearse, and the number of those that cannot be. */
export interface RehearsalSource {
  readonly requests: Iterable<ScimRequest>;
  readonly skipped: number;
}

export interface RehearsalResult {
  readonly lines: readonly RehearsalLine[];
  /** False if time ran out before the last request. */
  readonly is_complete: boolean;
  readonly skipped: number;
  readonly people: readonly PersonEffect[];
  readonly seats: { readonly limit: number | null; readonly before: number; readonly after: number };
}

/** A trail that is open to some people only. */
export type OpenTrails = (
  tx: Tx,
  teamId: string,
  granteeIds: readonly string[],
) => Promise<readonly { readonly grantee_id: string; readonly trail_id: string }[]>;

export interface RehearsalDeps extends RehearsalRules {
  readonly openTrails: OpenTrails;
}

export interface RehearsalOptions {
  readonly team_id: string;
  readonly connection: Connection;
  readonly base: string;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Longer than 1,000 requests take. A server aborts transactions after 30 seconds, and embedded storage waits. */
const MAX_MS = 20_000;

/** Rehearses what `requestsOf` returns. Nothing is stored. Fails if the caller leaves. */
export const rehearse = (
  database: Database,
  deps: RehearsalDeps,
  options: RehearsalOptions,
  requestsOf: (tx: Tx) => Promise<RehearsalSource>,
): Promise<RehearsalResult> =>
  rolledBack<RehearsalResult>(
    (work) => database.inTransaction(work),
    async (tx) => {
      const { team_id } = options;
      const before = await getTeam(tx, team_id);
      const run = new Run(options);
      const { after, entries, people, used, skipped } = await undone(tx, async () => {
        const source = await requestsOf(tx);
        await run.requests(tx, deps, source.requests);
        const written = await entriesAfter(tx, team_id, run.id);
        const suspended = await suspendedAccounts(tx, run.context());
        const concerned = [...new Set([...concernedPeople(written), ...run.former, ...suspended])];
        const snapshot = await takeSnapshot(tx, deps, run.context(), concerned);
        const { seats_used: used } = await getTeam(tx, team_id);
        return { after: snapshot, entries: written, people: concerned, used, skipped: source.skipped };
      });
      const linked = new Set(entries.filter(({ kind }) => kind === 'team.member.linked').map(idOfSubject));
      const was = await takeSnapshot(tx, deps, run.context(), people);
      return {
        lines: run.linesWith(entries),
        is_complete: run.isComplete,
        skipped,
        people: effectsOn(people, was, after, linked).filter(isEffect),
        seats: { limit: before.seat_limit, before: before.seats_used, after: used },
      };
    },
  );

const idOfSubject = ({ subject }: AuditEntry): string => subject.id;

const isEffect = ({ outcome, trails_gained, trails_lost }: PersonEffect): boolean =>
  outcome !== 'unchanged' || trails_gained.length + trails_lost.length > 0;

/** The requests of one rehearsal, in order. */
class Run {
  /** The start of each request's id, and of the ids in the audit log. */
  readonly id = newId();
  /** Members of groups that requests delete. */
  readonly former = new Set<string>();
  isComplete = true;
  readonly #options: RehearsalOptions;
  readonly #lines: Omit<RehearsalLine, 'changes'>[] = [];

  constructor(options: RehearsalOptions) {
    this.#options = options;
  }

  async requests(tx: Tx, deps: RehearsalDeps, requests: Iterable<ScimRequest>): Promise<void> {
    const { signal, team_id } = this.#options;
    const startedAt = steadyClock();
    const ids = new Map<string, string>();
    for (const request of requests) {
      signal.throwIfAborted();
      if (havePassed(MAX_MS, startedAt, steadyClock())) {
        this.isComplete = false;
        return;
      }
      const { method, resource, id, known_as, ...rest } = withIds(request, ids);
      if (method === 'DELETE' && resource === 'Group' && id !== undefined && isId(id))
        for (const { account_id } of await selectGroupMembers(tx, team_id, id)) this.former.add(account_id);
      const warnings = new Set<string>();
      const context = this.context((sentence) => warnings.add(sentence));
      const reached = await runRequest(tx, context, { method, resource, id, ...rest }, deps);
      if (known_as !== undefined && reached.verdict === undefined && reached.id !== null)
        ids.set(known_as.toLowerCase(), reached.id);
      this.#lines.push({ method, resource, ...reached, warnings: [...warnings] });
    }
  }

  /** The context of the next request. */
  context(warn: ScimContext['warn'] = () => undefined): ScimContext {
    const { team_id, base, now, connection } = this.#options;
    const { connection_id, name, strict, declared_attributes, attribute_mapping } = connection;
    const userType = userTypeWith(declared_attributes);
    const mapping = mappingWith(attribute_mapping, userType);
    const actor = { kind: 'connection', id: connection_id, name } as const;
    const request_id = `${this.id}-${this.#lines.length}`;
    return {
      team_id,
      connection_id,
      base,
      strict,
      userType,
      mapping,
      now,
      warn,
      by: { account_id: null, actor, request_id },
    };
  }

  /** The lines with the entries that their requests wrote. */
  linesWith(entries: readonly AuditEntry[]): RehearsalLine[] {
    const changes = new Map<string, AuditEntry[]>();
    for (const entry of entries) {
      const key = entry.request_id ?? '';
      changes.set(key, [...(changes.get(key) ?? []), entry]);
    }
    return this.#lines.map((line, index) => ({ ...line, changes: changes.get(`${this.id}-${index}`) ?? [] }));
  }
}

const suspendedAccounts = async (tx: Tx, context: ScimContext): Promise<Set<string>> =>
  new Set((await selectSuspendedAccounts(tx, context)).map(({ account_id }) => account_id));

async function takeSnapshot(
  tx: Tx,
  { openTrails }: RehearsalDeps,
  context: ScimContext,
  people: readonly string[],
): Promise<Snapshot> {
  const standings = await personStandings(tx, context.team_id, people);
  const active = [...standings.values()].filter(({ is_active }) => is_active);
  const grantees = new Set(active.flatMap(({ account_id, group_ids }) => [account_id, ...group_ids]));
  const opened = new Map<string, string[]>();
  for (const { grantee_id, trail_id } of await openTrails(tx, context.team_id, [...grantees]))
    opened.set(grantee_id, [...(opened.get(grantee_id) ?? []), trail_id]);
  const trails = active.map(({ account_id, group_ids }) => {
    const ids = [account_id, ...group_ids].flatMap((grantee) => opened.get(grantee) ?? []);
    return [account_id, new Set(ids)] as const;
  });
  return { standings, trails: new Map(trails), suspended: await suspendedAccounts(tx, context) };
}
