// A connection for work without deadlines (migrations, a move). Each statement may run as long as the server is active,
// which a second connection checks. The second connection is opened only if a statement takes long.
import type pg from 'pg';
import { within } from '../../base/deadline.ts';
import type { StatementClient } from '../client-db.ts';
import type { Deadlines } from '../deadlines.ts';
import { attended, SERVER_WORK, type ServerWork } from './attended.ts';
import { ServerClient } from './server-client.ts';

export interface PatientSession {
  /** The first statement identifies the session. It ends with `SESSION_ID` and has the usual deadline. */
  readonly answering: StatementClient;
  /** Closes the second connection. */
  close(): Promise<void>;
}

/** Determined by a query, because a pooler reports a different process id when connecting. */
export const SESSION_ID = 'select pg_backend_pid() as pid';

export function patientSession(client: ServerClient, { connectMs, queryMs, silenceMs }: Deadlines): PatientSession {
  const second = secondConnection(client.url, connectMs);
  let pid: number | undefined;
  let ending: Promise<unknown> | undefined;
  const giveUp = (): void => {
    client.drop();
    // A remaining session holds locks until the server notices that its client is gone.
    ending = second.ask(`select pg_terminate_backend(${pid}) as at_work`).catch(() => undefined);
  };
  const look = (): Promise<ServerWork> => second.ask(`${SERVER_WORK} a.pid = ${pid}`);
  const ask = (statement: pg.QueryConfig): Promise<pg.QueryResult> => client.query(statement);
  const query: StatementClient['query'] = async (statement: pg.QueryConfig | string) => {
    const one = statement as pg.QueryConfig;
    if (pid !== undefined) return attended({ silenceMs, look, giveUp }, () => ask(one));
    const first = await within(queryMs, 'a statement', client.drop, () => ask(one));
    pid = [first].flat().at(-1)?.rows[0]?.pid;
    return first;
  };
  return {
    answering: { query },
    async close() {
      await ending;
      second.drop();
    },
  };
}

/** Kept while it responds. Each query, including connecting, may take `ms` milliseconds. */
function secondConnection(url: string, ms: number) {
  let client: ServerClient | undefined;
  const drop = (): void => {
    client?.drop();
    client = undefined;
  };
  const asked = async (text: string): Promise<ServerWork> => {
    if (client === undefined) {
      client = new ServerClient(url, ms);
      await client.connect();
    }
    const { rows } = await client.query<ServerWork>(text);
    return rows[0] ?? { at_work: false, mark: null };
  };
  const ask = (text: string): Promise<ServerWork> =>
    within(ms, 'a look at the server', drop, () => asked(text)).catch((thrown: unknown) => {
      drop();
      throw thrown;
    });
  return { ask, drop };
}
