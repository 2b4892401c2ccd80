// `cairn.trails.revisions`: the kept revisions of a draft, from the management API.
import { type Answer, answer } from './answer.ts';
import { type CallOptions, send, type Transport } from './send.ts';
import type { Revision, RevisionDetail, Trail } from './shapes.ts';

/** The kept revisions of a draft. To undo a save or a restore, restore the revision before it. */
export interface Revisions {
  list(id: string, options?: CallOptions): Answer<readonly Revision[]>;
  get(
    id: string,
    revision: number,
    options?: CallOptions & { readonly against?: number | undefined },
  ): Answer<RevisionDetail>;
  restore(id: string, revision: number, options?: CallOptions): Answer<Trail>;
}

/** Operations on revisions that use `transport`. */
export function revisions(transport: Transport): Revisions {
  const manage = { ...transport, base: transport.manage };
  const at = (id: string, rest = ''): string => `/trails/${encodeURIComponent(id)}/revisions${rest}`;
  return {
    list: (id, options) =>
      answer(
        send<{ items: Revision[] }>(manage, { method: 'GET', path: at(id) }, options).then(({ data, response }) => ({
          data: data.items,
          response,
        })),
      ),
    get: (id, revision, { against, ...options } = {}) =>
      answer(send(manage, { method: 'GET', path: at(id, `/${revision}`), query: { against } }, options)),
    restore: (id, revision, options) =>
      answer(send(manage, { method: 'POST', path: at(id, `/${revision}/restore`) }, options)),
  };
}
