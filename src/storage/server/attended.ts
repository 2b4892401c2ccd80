// Runs work on a server without a time limit. Instead, the work is aborted if the server shows no sign of activity.
import { DeadlineExceeded } from '../../base/deadline.ts';

/** The activity of the sessions that do the work. */
export interface ServerWork {
  /** True if a statement is running and is not waiting for this side. */
  readonly at_work: boolean;
  /** Changes whenever the sessions make progress; null if they are gone. */
  readonly mark: string | null;
}

export interface Attendance {
  /** Maximum time without a sign of activity. */
  readonly silenceMs: number;
  /** Asks for the activity on another connection, with its own deadline. */
  readonly look: () => Promise<ServerWork>;
  /** Aborts the work on this side. */
  readonly giveUp: () => void;
}

/** Often enough for a waiting operator, yet a negligible load for a server. */
const LOOK_EVERY_MS = 10_000;

/** The columns of `ServerWork` for sessions of this database. Append a condition on `a` (pg_stat_activity). */
export const SERVER_WORK = `
  select coalesce(bool_or(a.state = 'active' and a.wait_event_type is distinct from 'Client'), false) as at_work,
    string_agg(concat_ws(' ', a.pid, a.state_change, a.query_start, c.bytes_processed), ', ' order by a.pid) as mark
  from pg_stat_activity a left join pg_stat_progress_copy c on c.pid = a.pid
  where `;

/** The result of `work`. Rejects with `DeadlineExceeded` if the server is silent for too long. */
export async function attended<Result>(attendance: Attendance, work: () => Promise<Result>): Promise<Result> {
  const { silenceMs, look, giveUp } = attendance;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const silence = new Promise<never>((_, fail) => {
    let heardAt = performance.now();
    let mark: string | null = null;
    const lookSoon = (): void => {
      timer = setTimeout(() => void lookNow(), Math.min(LOOK_EVERY_MS, silenceMs / 4));
    };
    const lookNow = async (): Promise<void> => {
      const seen = await look().catch(() => undefined);
      if (isOver) return;
      if (seen !== undefined && (seen.at_work || seen.mark !== mark)) heardAt = performance.now();
      mark = seen?.mark ?? mark;
      if (performance.now() - heardAt < silenceMs) return lookSoon();
      fail(new DeadlineExceeded(`for ${silenceMs / 1_000} s nothing showed that the server is at work`));
      giveUp();
    };
    lookSoon();
  });
  try {
    return await Promise.race([work(), silence]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
