// Change notifications (`prompts/list_changed`, `resources/list_changed`, `tools/list_changed`). While there are
// listeners, this polls the positions of their catalogs and the groups of their people once a second, so that a
// publication or a change of a group in any process reaches the listeners of all processes. Each poll also checks
// access again: a stream ends with its credential, grant or membership.
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
  readonly caller: Caller;
  /** Whether the person edited any trail when the stream was last notified. It decides which tools are offered. */
  isEditor: boolean | undefined;
}

export interface CatalogChanges {
  readonly bus: ServerEventBus;
  /** Whether the caller may open another stream. */
  hasRoom(caller: Caller): boolean;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** What the polls read. */
export interface ChangeReads {
  /** The position of each existing catalog. */
  readonly positions: (catalogIds: readonly string[]) => Promise<ReadonlyMap<string, CatalogPosition>>;
  /** A text for each person that changes with their groups. */
  readonly groupMarks: (teamId: string, accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly isEditor: (teamId: string, accountId: string) => Promise<boolean>;
}

type OpenStreams = Map<Listener, OpenStream>;

/** The next poll makes up for a failed one. */
export function catalogChanges(reads: ChangeReads, everyMs = LOOK_EVERY_MS): CatalogChanges {
  const streams: OpenStreams = new Map();
  const look = changeLook(reads, streams);
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
    const { caller } = call;
    streams.set(listener, { ...listening, catalogId: catalog.catalog_id, countedAs, caller, isEditor: undefined });
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
 * Polls the catalogs and groups, and notifies the listeners whose catalog or groups have changed. Also compares the
 * mark, because restoring an earlier database can repeat a number.
 */
function changeLook(reads: ChangeReads, streams: OpenStreams): () => Promise<void> {
  const seen = new Map<string, string>();
  return async () => {
    const now = await placesOf(reads, [...streams.values()]);
    const changed = new Set([...now].filter(([id, place]) => (seen.get(id) ?? place) !== place).map(([id]) => id));
    seen.clear();
    for (const [id, place] of now) seen.set(id, place);
    for (const [listener, stream] of streams) {
      const wasEditor = stream.isEditor;
      const isAffected = sourcesOf(stream).some((id) => changed.has(id));
      if (isAffected || wasEditor === undefined) stream.isEditor = await editsAny(reads, stream);
      if (!isAffected) continue;
      listener({ kind: 'prompts_list_changed' });
      listener({ kind: 'resources_list_changed' });
      if (stream.isEditor !== wasEditor) listener({ kind: 'tools_list_changed' });
    }
  };
}

/** The current state of each source of the streams. */
async function placesOf(reads: ChangeReads, streams: readonly OpenStream[]): Promise<ReadonlyMap<string, string>> {
  const catalogs = [...new Set(streams.flatMap(catalogsOf))];
  const places = new Map<string, string>();
  for (const [id, { seq, mark }] of await reads.positions(catalogs)) places.set(id, `${seq} ${mark}`);
  for (const teamId of new Set(streams.flatMap(({ caller }) => caller.catalog.team_id ?? []))) {
    const people = streams.filter(({ caller }) => caller.catalog.team_id === teamId);
    const ids = [...new Set(people.map(({ caller }) => caller.person.account_id))];
    for (const [id, mark] of await reads.groupMarks(teamId, ids)) places.set(`${teamId} ${id}`, mark);
  }
  return places;
}

/** Authors get all tools in any case. */
async function editsAny({ isEditor }: ChangeReads, { caller }: OpenStream): Promise<boolean> {
  const { catalog, person, allowed } = caller;
  return catalog.team_id !== null && !allowed.has('trails:write') && isEditor(catalog.team_id, person.account_id);
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

const sourcesOf = (stream: OpenStream): readonly string[] => [
  ...catalogsOf(stream),
  `${stream.catalogId} ${stream.caller.person.account_id}`,
];
