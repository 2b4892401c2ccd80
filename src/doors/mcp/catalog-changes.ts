// Change notifications (`prompts/list_changed`, `resources/list_changed`): the catalogs' change numbers are looked at
// once a second while somebody listens, so that a publication in any process reaches the listeners of every process.
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { visits } from './skill-source.ts';

type Listener = (event: ServerEvent) => void;

export interface CatalogChanges {
  readonly bus: ServerEventBus;
  stop(): void;
}

const LOOK_EVERY_MS = 1_000;

/** `sequences` answers the change number of each catalog. A failed look is made up for by the next. */
export function catalogChanges(
  sequences: (catalogIds: readonly string[]) => Promise<ReadonlyMap<string, number>>,
  everyMs = LOOK_EVERY_MS,
): CatalogChanges {
  const listeners = new Map<Listener, readonly string[]>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const wanted = new Set([...listeners.values()].flat());
    const now = await sequences([...wanted]);
    const changed = new Set([...now].filter(([id, seq]) => (seen.get(id) ?? seq) !== seq).map(([id]) => id));
    for (const id of seen.keys()) if (!wanted.has(id)) seen.delete(id);
    for (const [id, seq] of now) seen.set(id, seq);
    for (const [listener, catalogs] of listeners) {
      if (!catalogs.some((id) => changed.has(id))) continue;
      listener({ kind: 'prompts_list_changed' });
      listener({ kind: 'resources_list_changed' });
    }
  };
  const again = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (listeners.size > 0)
        void look()
          .catch(() => undefined)
          .finally(again);
    }, everyMs).unref();
  };

  return {
    stop: () => clearTimeout(timer),
    bus: {
      publish: () => undefined,
      subscribe(listener) {
        const catalogs = [visits.getStore()?.call.caller.catalog.catalog_id ?? SVC_CATALOG_ID, SVC_CATALOG_ID];
        listeners.set(listener, catalogs);
        // What is current now is where the listener begins.
        void look().catch(() => undefined);
        again();
        return () => listeners.delete(listener);
      },
    },
  };
}
