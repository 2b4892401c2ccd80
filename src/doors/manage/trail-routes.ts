// What the console's pages for authors ask beyond /v1: the list by words and with its totals, and the order as a whole.
import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../base/shape.ts';
import { ok } from '../../http/answer.ts';
import { requireDecodable } from '../../http/query.ts';
import { LIMITS } from '../../trails/limits.ts';
import { countByStatus, listTrails } from '../../trails/list-trails.ts';
import { listOrder, moveTrail } from '../../trails/order-trails.ts';
import { TrailResource, TrailStatus } from '../../trails/trail.ts';
import {
  byOf,
  catalogOf,
  closed,
  endpoint,
  type ManageDeps,
  type ManageEndpoint,
  Uuid,
} from '../session/session-endpoint.ts';

const TAG = 'Authoring';
const count = (description: string) => Type.Integer({ minimum: 0, description });

const ListQuery = Type.Object(
  {
    status: Type.Optional(TrailStatus),
    q: Type.Optional(
      Type.String({
        maxLength: LIMITS.q.max,
        pattern: '^[^\\u0000]*$',
        description: 'Words that title, role or description contain, in any case and order.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 2_000, description: 'next_cursor of the page before.' })),
  },
  closed,
);

const AuthorTrailList = Type.Object(
  {
    items: Type.Array(TrailResource),
    counts: Type.Object(
      { draft: count('Drafts.'), live: count('Live trails.'), archived: count('Archived trails.') },
      { ...closed, description: 'How many trails `q` finds in each status, on all pages together.' },
    ),
    next_cursor: Type.Optional(Type.String()),
  },
  { $id: 'AuthorTrailList', ...closed },
);

const OrderedTrail = Type.Object(
  {
    id: Uuid('The trail.'),
    title: Type.String(),
    target_role: Type.String(),
    status: TrailStatus,
    has_unpublished_changes: Type.Boolean(),
    sort_order: Type.Integer(),
  },
  { $id: 'OrderedTrail', ...closed },
);
const TrailOrder = Type.Object({ items: Type.Array(OrderedTrail) }, { $id: 'TrailOrder', ...closed });

const MoveTrailBody = Type.Object(
  {
    trail_id: Uuid('The trail to move.'),
    after: Nullable(Uuid('The trail that it stands behind from now on.'), { description: 'null: to the top.' }),
  },
  { $id: 'MoveTrailBody', ...closed },
);
type MoveTrailBody = Static<typeof MoveTrailBody>;

const PlacedTrail = Type.Object(
  {
    trail_id: Uuid('The trail.'),
    position: Type.Integer({ minimum: 1, description: 'Its place, from 1.' }),
    total: count('Trails in the order.'),
  },
  { $id: 'PlacedTrail', ...closed },
);

export const trailEndpoints = (deps: ManageDeps): ManageEndpoint[] => [listEndpoint(deps), getOrder, putOrder];

const listEndpoint = (deps: ManageDeps): ManageEndpoint =>
  endpoint({
    method: 'GET',
    path: '/trails',
    id: 'listAuthorTrails',
    summary: 'The trails of the catalog, with how many there are',
    tag: TAG,
    needs: 'author',
    query: ListQuery,
    answers: { 200: { description: 'A page, most recently changed first.', schema: AuthorTrailList } },
    refusals: ['bad-request'],
    async handle(call) {
      requireDecodable(call.url);
      const query = { ...call.query, limit: call.query.limit ?? 100, byWords: true };
      const catalogId = catalogOf(call);
      const { items, next_cursor } = await listTrails(call.db, catalogId, query, deps.cursorKey());
      const counts = JSON.stringify(await countByStatus(call.db, catalogId, query));
      const next = next_cursor === undefined ? '' : `,"next_cursor":${JSON.stringify(next_cursor)}`;
      return ok({ json: `{"items":[${items}],"counts":${counts}${next}}` });
    },
  });

const getOrder = endpoint({
  method: 'GET',
  path: '/trails/order',
  id: 'getTrailOrder',
  summary: 'The order of the catalog',
  tag: TAG,
  needs: 'author',
  answers: { 200: { description: 'Every trail that is not archived, in its order.', schema: TrailOrder } },
  refusals: [],
  handle: async (call) => ok({ items: await listOrder(call.db, catalogOf(call)) }),
});

const putOrder = endpoint({
  method: 'PUT',
  path: '/trails/order',
  id: 'moveTrail',
  summary: 'Move a trail behind another, or to the top',
  tag: TAG,
  needs: 'author',
  body: { schema: MoveTrailBody, example: { trail_id: '019aa1f0-0000-7000-8000-000000000001', after: null } },
  answers: { 200: { description: 'Where it stands now.', schema: PlacedTrail } },
  refusals: ['not-found', 'conflict', 'validation'],
  async handle(call) {
    const { trail_id, after }: MoveTrailBody = await call.json(MoveTrailBody);
    return call.commit(async (tx) => ok(await moveTrail(tx, catalogOf(call), trail_id, after, byOf(call))));
  },
});
