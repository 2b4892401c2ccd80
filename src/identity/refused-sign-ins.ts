// Records failed sign-ins: one log line for each, and for existing accounts at most one audit entry per minute in each
// workspace that the account's password works for. The entry is written after the response, so that response times
// don't reveal whether the account exists.
import type { Origin } from '../audit/audit-event.ts';
import { auditEvent, recordAuditEvents } from '../audit/audit-log.ts';
import { boundedCache } from '../base/bounded-cache.ts';
import { type Clock, DAY_MS } from '../base/clock.ts';
import { claimOnce } from '../credentials/oauth-artifacts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Database } from '../storage/database.ts';
import type { OpeningRequest } from './session.ts';
import { findPersonWithWorkspaces } from './sign-in-store.ts';

/** An attempt with a wrong password. `account_id` is null if the e-mail address has no password here. */
export interface RefusedSignIn {
  readonly account_id: string | null;
  /** The only workspace that the account's password works for; null if it works for all of the person's workspaces. */
  readonly team_id: string | null;
}

export interface RefusedSignInLine {
  readonly request_id: string;
  readonly address: string;
  readonly account_id: string | null;
}

export interface RefusedSignIns {
  note(refused: RefusedSignIn, request: OpeningRequest): void;
  /** Waits for pending writes. */
  flush(): Promise<void>;
}

const MINUTE_MS = 60_000;
const MAX_ACCOUNTS = 10_000;

/** `report` writes a log line. `notRecorded` is called if an audit entry could not be written. */
export function refusedSignIns(
  database: Database,
  clock: Clock,
  report: (line: RefusedSignInLine) => void,
  notRecorded: (thrown: unknown) => void,
): RefusedSignIns {
  const lastMinutes = boundedCache<number>(MAX_ACCOUNTS);
  const writing = new Set<Promise<void>>();
  return {
    note({ account_id, team_id }, request) {
      report({ request_id: request.id, address: request.origin.address, account_id });
      const minute = Math.floor(clock() / MINUTE_MS);
      if (account_id === null || lastMinutes.get(account_id) === minute) return;
      lastMinutes.set(account_id, minute);
      const entry = record(database, { account_id, team_id }, request, minute)
        .catch(notRecorded)
        .finally(() => writing.delete(entry));
      writing.add(entry);
    },
    async flush() {
      await Promise.all(writing);
    },
  };
}

async function record(
  database: Database,
  { account_id, team_id }: { readonly account_id: string; readonly team_id: string | null },
  { id, origin }: OpeningRequest,
  minute: number,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    // Another process may have written this minute's entry.
    if (!(await claimOnce(tx, 'RefusedSignIn', `${account_id} ${minute}`, minute * MINUTE_MS + DAY_MS))) return;
    const person = await findPersonWithWorkspaces(tx, account_id);
    if (person === undefined) return;
    const opened = person.workspaces.filter((workspace) => team_id === null || workspace.team_id === team_id);
    const catalogs = [...opened.map((workspace) => workspace.team_id), ...(person.is_operator ? [SVC_CATALOG_ID] : [])];
    const subject = { kind: 'user', id: account_id, name: person.name };
    const by = { account_id: null, actor: strangerAt(origin), request_id: id };
    await recordAuditEvents(
      tx,
      catalogs.map((catalog) => auditEvent(catalog, 'session.refused', subject, by)),
    );
  });
}

const strangerAt = (origin: Origin) => ({ kind: 'system', id: null, name: 'Sign-in', ...origin }) as const;
