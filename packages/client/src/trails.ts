// `cairn.trails`: one method for every operation of /v1 on trails.
import { type Answer, answer } from './answer.ts';
import { type Change, type EditOptions, editTrail } from './edit-trail.ts';
import { isGiven } from './options.ts';
import { type Revisions, revisions } from './revisions.ts';
import { type CallOptions, type OutgoingRequest, send, type Transport } from './send.ts';
import type * as Shape from './shapes.ts';
import { type ListQuery, type TrailList, trailList } from './trail-list.ts';

type Id = string;

/** The document to test instead of the stored draft. If set, nothing is stored. */
export interface Judged extends CallOptions {
  readonly document?: Shape.TrailDocument | undefined;
}

export interface Trails {
  list(query?: ListQuery, options?: CallOptions): TrailList;
  create(body: Shape.CreateTrail, options?: CallOptions): Answer<Shape.Trail>;
  /**
   * With `ifChanged`, the trail that you have: returns that same object if nothing about it has changed. Sends both
   * validators, because a publication or a restriction changes the date of a trail but not its revision.
   */
  get(id: Id, options?: CallOptions & { readonly ifChanged?: Shape.Trail | undefined }): Answer<Shape.Trail>;
  /** Reads, changes and saves; repeats this if someone else saved first. */
  edit(id: Id, change: Change, options?: EditOptions): Promise<Shape.Trail>;
  /** Replaces the whole draft at the revision in `ifMatch`. */
  save(
    id: Id,
    document: Shape.TrailDocument,
    options: CallOptions & { readonly ifMatch: number | '*' },
  ): Answer<Shape.Trail>;
  /** Changes order and visibility. */
  update(id: Id, change: Shape.UpdateTrail, options?: CallOptions): Answer<Shape.Trail>;
  delete(id: Id, options?: CallOptions): Answer<void>;
  publish(id: Id, options?: CallOptions & { readonly note?: string | undefined }): Answer<Shape.Trail>;
  unpublish(id: Id, options?: CallOptions): Answer<Shape.Trail>;
  archive(id: Id, options?: CallOptions): Answer<Shape.Trail>;
  unarchive(id: Id, options?: CallOptions): Answer<Shape.Trail>;
  runExamples(id: Id, options?: Judged): Answer<Shape.ExampleRun>;
  /** Runs the examples of a document that is not a trail yet. Stores nothing. */
  tryExamples(document: Shape.TrailDocument, options?: CallOptions): Answer<Shape.ExampleRun>;
  testSurfacing(id: Id, prompt: string, options?: Judged): Answer<Shape.SurfacingVerdict>;
  readonly versions: {
    list(id: Id, options?: CallOptions): Answer<Shape.Version[]>;
    get(id: Id, version: number, options?: CallOptions): Answer<Shape.VersionDetail>;
    restore(id: Id, version: number, options?: CallOptions): Answer<Shape.Trail>;
  };
  readonly revisions: Revisions;
  readonly grants: {
    list(id: Id, options?: CallOptions): Answer<Shape.Grant[]>;
    add(id: Id, email: string, options?: CallOptions): Answer<Shape.Grant[]>;
    remove(id: Id, userId: string, options?: CallOptions): Answer<Shape.Grant[]>;
  };
}

/** Trail operations that use `transport`. */
export function trails(transport: Transport): Trails {
  const ask = <Body>(
    method: OutgoingRequest['method'],
    path: string,
    options?: CallOptions,
    rest: Pick<OutgoingRequest, 'json' | 'query' | 'held'> = {},
  ): Answer<Body> => answer(send<Body>(transport, { method, path, ...rest }, options));
  const at = (id: Id, rest = ''): string => `/trails/${encodeURIComponent(id)}${rest}`;
  const act =
    (name: string) =>
    (id: Id, options?: CallOptions): Answer<Shape.Trail> =>
      ask('POST', at(id, `/${name}`), options);
  const get: Trails['get'] = (id, { ifChanged, ...options } = {}) =>
    ask('GET', at(id), options, isGiven(ifChanged) ? { held: validatorsOf(ifChanged) } : {});
  const save = (id: Id, json: Shape.TrailDocument, options: CallOptions): Answer<Shape.Trail> =>
    ask('PUT', at(id, '/document'), options, { json });
  return {
    list: (query = {}, options) => trailList(query, (page) => ask('GET', '/trails', options, { query: { ...page } })),
    create: (json, options) => ask('POST', '/trails', options, { json }),
    get,
    edit: (id, change, options = {}) =>
      editTrail(
        {
          read: () => get(id, options),
          save: (document, ifMatch) => save(id, document, { ...options, ifMatch }),
        },
        change,
        options,
      ),
    save,
    update: (id, json, options) => ask('PATCH', at(id), options, { json }),
    delete: (id, options) => ask('DELETE', at(id), options),
    publish: (id, { note, ...options } = {}) =>
      ask('POST', at(id, '/publish'), options, isGiven(note) ? { json: { note } } : {}),
    unpublish: act('unpublish'),
    archive: act('archive'),
    unarchive: act('unarchive'),
    runExamples: (id, { document, ...options } = {}) =>
      ask('POST', at(id, '/run-examples'), options, isGiven(document) ? { json: { document } } : {}),
    tryExamples: (document, options) => {
      const manage = { ...transport, base: transport.manage };
      return answer(send(manage, { method: 'POST', path: '/run-examples', json: { document } }, options));
    },
    testSurfacing: (id, draft_text, { document, ...options } = {}) =>
      ask('POST', at(id, '/surfacing-test'), options, { json: { draft_text, ...(document && { document }) } }),
    versions: {
      list: (id, options) => ask('GET', at(id, '/versions'), options),
      get: (id, version, options) => ask('GET', at(id, `/versions/${version}`), options),
      restore: (id, version, options) => ask('POST', at(id, `/versions/${version}/restore`), options),
    },
    revisions: revisions(transport),
    grants: {
      list: (id, options) => ask('GET', at(id, '/grants'), options),
      add: (id, email, options) => ask('POST', at(id, '/grants'), options, { json: { email } }),
      remove: (id, userId, options) => ask('DELETE', at(id, `/grants/${encodeURIComponent(userId)}`), options),
    },
  };
}

const validatorsOf = (trail: Shape.Trail) => ({
  etag: `"${trail.revision}"`,
  lastModified: new Date(trail.updated_at).toUTCString(),
  body: trail,
});
