// The live provisioning log. Loaded entries stay; polling fetches only newer ones.
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { connectionLog, type LogEntry, type LogFilter, logSummaries, newLogEntries } from '../../api/connections.ts';

const LIVE_EVERY_MS = 5_000;

interface LogPage {
  readonly items: LogEntry[];
  readonly next_cursor?: string;
}

/** The pages of the log, newest entries first. */
export function useLiveLog(connectionId: string, filter: LogFilter) {
  const queries = useQueryClient();
  const pages = connectionLog(connectionId, filter);
  const log = useInfiniteQuery({ ...pages, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false });
  const newest = log.data?.pages[0]?.items[0]?.id ?? '';
  useQuery({
    queryKey: ['new log entries', connectionId, filter],
    enabled: log.data !== undefined,
    refetchInterval: LIVE_EVERY_MS,
    staleTime: 0,
    queryFn: async () => {
      const { items } = await newLogEntries(connectionId, filter, newest);
      if (items.length === 100) await queries.resetQueries({ queryKey: pages.queryKey });
      else if (items.length > 0)
        queries.setQueryData<InfiniteData<LogPage>>(pages.queryKey, (now) => withNew(now, items));
      // The statistics above the log depend on the entries too. Refresh them, but never with two requests at once.
      if (items.length > 0)
        void queries.invalidateQueries({ queryKey: logSummaries(connectionId) }, { cancelRefetch: false });
      return items.length;
    },
  });
  return log;
}

/** Adds new entries to the first page, without duplicates. */
function withNew(now: InfiniteData<LogPage> | undefined, items: readonly LogEntry[]) {
  const [first, ...rest] = now?.pages ?? [];
  if (now === undefined || first === undefined) return now;
  const known = new Set(first.items.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id));
  return { ...now, pages: [{ ...first, items: [...added, ...first.items] }, ...rest] };
}
