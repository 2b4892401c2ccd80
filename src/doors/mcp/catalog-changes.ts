// Change notifications (`prompts/list_changed`, `resources/list_changed`). While there are listeners, this polls the
// positions of their catalogs once a second, so that a publication in any process reaches the listeners of all
// processes. Each poll also checks access again: a stream ends with its credential, grant or membership.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller } from '../../admission/caller.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { CatalogPosition } from '../../trails/catalog/catalogs.ts';
import { visits } from './skill-source.ts';
import type { Listening } from './visit.ts';

/**
 * The maximum number of open streams per process. A workspace may have at most as many as are still free, so that no
 * workspace can take them all.
 */
export const MAX_STREAMS = 2_000;
const MAX_STREAMS_PER_CALLER = 50;

type Listener = (event: ServerEvent) => void;

interface OpenStream extends Listening {
  readonly catalogId: string;
  readonly countedAs: string;
}

export interface CatalogChanges {
  readonly bus: ServerEventBus;
  /** Whether the caller may open another stream. */
  hasRoom(caller: Caller): boolean;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

type Positions = (catalogIds: readonly string[]) => Promise<ReadonlyMap<string, CatalogPosition>>;
type OpenStreams = Map<Listener, OpenStream>;

/** `positions` returns the position of each catalog. The next poll makes up for a failed one. */
export function catalogChanges(positions: Positions, everyMs = LOOK_EVERY_MS): CatalogChanges {
  const streams: OpenStreams = new Map();
  const look = changeLook(positions, streams);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const again = (): void => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (streams.size > 0)
        void endRefused(streams)
          .then(look)
          .catch(() => undefined)
          .finally(again);
    }, everyMs).unref();
  };
  const subscribe = (listener: Listener): (() => void) => {
    const visit = visits.getStore();
    if (visit === undefined) throw new Error('A stream without its caller.');
    const { call, listening } = visit;
    const { catalog, counted_as: countedAs } = call.caller;
    // Concurrent requests may all pass the first check before any of them is counted.
    if (!hasRoom(streams, call.caller)) {
      listening.end();
      return () => undefined;
    }
    streams.set(listener, { ...listening, catalogId: catalog.catalog_id, countedAs });
    // A listener starts from the current position.
    void look().catch(() => undefined);
    again();
    return () => streams.delete(listener);
  };

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
    hasRoom: (caller) => hasRoom(streams, caller),
    bus: { publish: () => undefined, subscribe },
  };
}

/**
 * Polls the catalogs and notifies the listeners of each catalog that changed. Also compares the mark, because restoring
 * an earlier database can repeat a number.
 */
function changeLook(positions: Positions, streams: OpenStreams): () => Promise<void> {
  const seen = new Map<string, string>();
  return async () => {
    const listened = new Set([...streams.values()].flatMap(catalogsOf));
    const now = [...(await positions([...listened]))].map(([id, { seq, mark }]) => [id, `${seq} ${mark}`] as const);
    const changed = new Set(now.filter(([id, place]) => (seen.get(id) ?? place) !== place).map(([id]) => id));
    for (const id of seen.keys()) if (!listened.has(id)) seen.delete(id);
    for (const [id, place] of now) seen.set(id, place);
    for (const [listener, stream] of streams) {
      if (!catalogsOf(stream).some((id) => changed.has(id))) continue;
      listener({ kind: 'prompts_list_changed' });
      listener({ kind: 'resources_list_changed' });
    }
  };
}

/** Ends streams of callers who no longer have access. A failed check is repeated at the next poll. */
async function endRefused(streams: OpenStreams): Promise<void> {
  const judge = async ([listener, stream]: [Listener, OpenStream]): Promise<void> => {
    if (await stream.isAdmitted().catch(() => true)) return;
    streams.delete(listener);
    stream.end();
  };
  await Promise.all([...streams].map(judge));
}

function hasRoom(streams: OpenStreams, { catalog, counted_as }: Caller): boolean {
  const ofWorkspace = [...streams.values()].filter(({ catalogId }) => catalogId === catalog.catalog_id);
  const ofCaller = ofWorkspace.filter(({ countedAs }) => countedAs === counted_as);
  return ofCaller.length < MAX_STREAMS_PER_CALLER && ofWorkspace.length < MAX_STREAMS - streams.size;
}

const catalogsOf = ({ catalogId }: OpenStream): readonly string[] => [catalogId, SVC_CATALOG_ID];
