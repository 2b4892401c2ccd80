// Writes every request into its connection's provisioning log, beside the requests and in batches: nobody waits for it.
// What is under way is bounded; when it is full, good requests are left out before refused ones.
import type { ScimCaller } from '../access/scim-tokens.ts';
import type { Clock } from '../base/clock.ts';
import { isUuid } from '../base/id.ts';
import { isRefusal } from '../base/refusal.ts';
import { findConnectionTeam } from '../directory/connections.ts';
import { type ProvisioningRequest, recordProvisioning } from '../directory/provisioning-log.ts';
import type { Observation } from '../http/endpoint.ts';
import type { Database } from '../storage/database.ts';
import { spokenAs } from './scim-problem.ts';

export interface ProvisioningObserver {
  /** Takes note of a request that was answered. */
  observe(told: Observation<ScimCaller>): void;
  /** Writes what is still waiting. */
  flush(): Promise<void>;
}

/** What a handler notes of its request for the log. */
export interface Noted {
  readonly resource_id?: string;
  readonly resource_name?: string;
  readonly body?: unknown;
}

type Entry = Omit<ProvisioningRequest, 'team_id'> & { readonly team_id: string | undefined };

const FLUSH_AFTER_MS = 100;
const MOST_A_BATCH = 500;
const MOST_WAITING = 10_000;
/** A caller without a good token can knock as often as he likes; this often it is written down, a connection. */
const STRANGER_EVERY_MS = 10_000;

/** Observes for `database`; `onFailure` is told when a batch could not be written. */
export function provisioningObserver(
  database: Database,
  clock: Clock,
  onFailure: (thrown: unknown) => void,
): ProvisioningObserver {
  let waiting: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const strangers = new Map<string, number>();

  const isTooOften = (connectionId: string): boolean => {
    const now = clock();
    const last = strangers.get(connectionId);
    if (last !== undefined && now - last < STRANGER_EVERY_MS) return true;
    if (strangers.size >= MOST_WAITING) strangers.clear();
    strangers.set(connectionId, now);
    return false;
  };
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_A_BATCH);
      try {
        await recordProvisioning(database, await withTeams(database, batch));
      } catch (thrown) {
        onFailure(thrown);
        // A database that is away comes back; what it cannot store must not hold up the rest for ever.
        if (isRefusal(thrown, 'not-ready')) return;
      }
      waiting = waiting.slice(batch.length);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    flush,
    observe(told) {
      const entry = entryOf(told, clock());
      if (entry === undefined || (told.caller === undefined && isTooOften(entry.connection_id))) return;
      if (waiting.length >= MOST_WAITING) {
        const good = waiting.findIndex(({ outcome }, index) => outcome === 'ok' && index >= MOST_A_BATCH);
        if (good >= 0) waiting.splice(good, 1);
        else if (entry.outcome === 'ok') return;
      }
      waiting.push(entry);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },
  };
}

/** Refused at the door, a request has no caller: the address tells whose connection it meant. */
async function withTeams(database: Database, entries: readonly Entry[]): Promise<ProvisioningRequest[]> {
  const teams = new Map<string, string | undefined>();
  for (const { team_id, connection_id } of entries) {
    if (team_id !== undefined || teams.has(connection_id)) continue;
    teams.set(connection_id, (await findConnectionTeam(database, connection_id))?.team_id);
  }
  return entries.flatMap((entry) => {
    const team_id = entry.team_id ?? teams.get(entry.connection_id);
    return team_id === undefined ? [] : [{ ...entry, team_id }];
  });
}

function entryOf(
  { caller, endpoint, request, status, refusal, durationMs, noted }: Observation<ScimCaller>,
  now: number,
) {
  const connection_id = caller?.connection_id ?? request.params.connection_id?.toLowerCase() ?? '';
  if (!isUuid(connection_id)) return undefined;
  const { resource_id, resource_name, body }: Noted = noted;
  const query = request.url.split('?', 2)[1];
  const { resource, operation } = namesOf(endpoint.id);
  const entry: Entry = {
    team_id: caller?.team_id,
    connection_id,
    at: new Date(now - durationMs).toISOString(),
    token_id: caller?.token_id ?? null,
    request_id: request.requestId,
    resource,
    resource_id: resource_id ?? request.params.id ?? null,
    resource_name: resource_name ?? null,
    operation,
    outcome: status < 400 ? 'ok' : status < 500 || status === 501 ? 'refused' : 'failed',
    status,
    scim_type: refusal === undefined ? null : (spokenAs(refusal).scimType ?? null),
    explanation: refusal === undefined ? null : refusal === 'internal' ? FAULT : refusal.message,
    duration_ms: Math.round(durationMs * 10) / 10,
    request: body ?? (query === undefined ? null : Object.fromEntries(new URLSearchParams(query))),
  };
  return entry;
}

const FAULT = 'A fault of the service, not of the identity provider. Report the request id.';

/** `createUser` -> `create` and `User`. */
function namesOf(endpointId: string): { resource: string; operation: string } {
  const [, operation = endpointId, resource = ''] = /^([a-z]+)(.*)$/.exec(endpointId) ?? [];
  return { resource, operation };
}
