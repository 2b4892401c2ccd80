// Change notifications (`prompts/list_changed`, `resources/list_changed`): the catalogs' change numbers are looked at
// once a second while somebody listens, so that a publication in any process reaches the listeners of every process.
// Who listens is admitted again each time: a stream ends with its credential, its grant, its membership.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller } from '../../admission/caller.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { visits } from './skill-source.ts';
import type { Listening } from './visit.ts';

/** Streams that one process keeps open; a workspace has as many as are free, so that none takes all of them. */
export const MOST_STREAMS = 2_000;
const MOST_A_CREDENTIAL = 50;

type Listener = (event: ServerEvent) => void;

interface OpenStream extends Listening {
  readonly catalogId: string;
  readonly credentialId: string;
}

export interface CatalogChanges {
  readonly bus: ServerEventBus;
  /** True where the caller may open another stream. */
  hasRoom(caller: Caller): boolean;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** `sequences` answers the change number of each catalog. A failed look is made up for by the next. */
export function catalogChanges(
  sequences: (catalogIds: readonly string[]) => Promise<ReadonlyMap<string, number>>,
  everyMs = LOOK_EVERY_MS,
): CatalogChanges {
  const listeners = new Map<Listener, OpenStream>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const look = async (): Promise<void> => {
    const wanted = new Set([...listeners.values()].flatMap(catalogsOf));
    const now = await sequences([...wanted]);
    const changed = new Set([...now].filter(([id, seq]) => (seen.get(id) ?? seq) !== seq).map(([id]) => id));
    for (const id of seen.keys()) if (!wanted.has(id)) seen.delete(id);
    for (const [id, seq] of now) seen.set(id, seq);
    for (const [listener, stream] of listeners) {
      if (!catalogsOf(stream).some((id) => changed.has(id))) continue;
      listener({ kind: 'prompts_list_changed' });
      listener({ kind: 'resources_list_changed' });
    }
  };
  const endRefused = async (): Promise<void> => {
    // Who cannot be judged now is judged with the next look.
    const judge = async ([listener, stream]: [Listener, OpenStream]): Promise<void> => {
      if (await stream.isAdmitted().catch(() => true)) return;
      listeners.delete(listener);
      stream.end();
    };
    await Promise.all([...listeners].map(judge));
  };
  const hasRoom: CatalogChanges['hasRoom'] = ({ catalog, credential }) => {
    const streams = [...listeners.values()];
    const ofWorkspace = streams.filter(({ catalogId }) => catalogId === catalog.catalog_id);
    const ofCredential = ofWorkspace.filter(({ credentialId }) => credentialId === credential.id);
    return ofCredential.length < MOST_A_CREDENTIAL && ofWorkspace.length < MOST_STREAMS - streams.length;
  };
  const again = (): void => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (listeners.size > 0)
        void endRefused()
          .then(look)
          .catch(() => undefined)
          .finally(again);
    }, everyMs).unref();
  };

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
    hasRoom,
    bus: {
      publish: () => undefined,
      subscribe(listener) {
        const visit = visits.getStore();
        if (visit === undefined) throw new Error('A stream without its caller.');
        const { call, listening } = visit;
        const { catalog, credential } = call.caller;
        // Of many who come at once some passed the question before the others were counted.
        if (!hasRoom(call.caller)) {
          listening.end();
          return () => undefined;
        }
        listeners.set(listener, { ...listening, catalogId: catalog.catalog_id, credentialId: credential.id });
        // What is current now is where the listener begins.
        void look().catch(() => undefined);
        again();
        return () => listeners.delete(listener);
      },
    },
  };
}

const catalogsOf = ({ catalogId }: OpenStream): readonly string[] => [catalogId, SVC_CATALOG_ID];
