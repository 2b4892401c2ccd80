// Endpoints that the console's author pages need in addition to /v1: search with totals, and the order of the catalog.
import { type Static, Type } from '@sinclair/typebox';
import { Count, closed, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { soon } from '../../trails/care/care.ts';
import type { TrailFacts } from '../../trails/care/care-store.ts';
import { countByStatus, factsOfPage, listTrails } from '../../trails/catalog/list-trails.ts';
import { listOrder, moveTrail } from '../../trails/catalog/order-trails.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { personRef, TrailResource, TrailStatus } from '../../trails/trail.ts';
import { byOf, catalogOf, isAuthor, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';
import { TrailOwner } from './care-routes.ts';

const TAG = 'Authoring';

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';

const ListQuery = Type.Object(
  {
    status: Type.Optional(TrailStatus),
    q: Type.Optional(
      Type.String({
        maxLength: LIMITS.q.max,
        pattern: '^[^\\x00]*$',
        description: 'Words in the title, role or description, in any order, case-insensitive.',
      }),
    ),
    owner: Type.Optional(
      Type.String({
        maxLength: 36,
        pattern: `^(me|nobody|${UUID})$`,
        description: 'The owner: me, nobody, or a person.',
      }),
    ),
    waits: Type.Optional(
      OneOf(['review', 'approval', 'schedule', 'examples'], {
        description:
          'review: due within two weeks, or overdue; approval: requested; schedule: pending or failed; examples: ' +
          'the latest run failed.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 2_000, description: 'next_cursor of the previous page.' })),
  },
  closed,
);

const Facts = Type.Object(
  {
    trail_id: Uuid('The trail.'),
    owner: Nullable(TrailOwner, { description: 'The named owner, or else the creator.' }),
    review_by: Nullable(Type.String({ format: 'date', description: 'The date of the next review.' })),
    approval: Nullable(OneOf(['requested', 'approved', 'withdrawn']), {
      description: 'The approval of the current revision.',
    }),
    schedule: Nullable(OneOf(['waiting', 'failed']), { description: 'The pending schedule.' }),
    audience_count: Count('People, workspaces and groups with a grant on the trail or on one of its sets.'),
  },
  { $id: 'TrailFacts', ...closed },
);

const AuthorTrailList = Type.Object(
  {
    items: Type.Array(TrailResource),
    facts: Type.Array(Facts, { description: 'More facts about the trails in `items`, in no particular order.' }),
    counts: Type.Object(
      { draft: Count('Drafts.'), live: Count('Live trails.'), archived: Count('Archived trails.') },
      { ...closed, description: 'The number of trails that match `q` in each status, over all pages.' },
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
    after: Nullable(Uuid('The trail to place it after.'), { description: 'Null for the top.' }),
  },
  { $id: 'MoveTrailBody', ...closed },
);
type MoveTrailBody = Static<typeof MoveTrailBody>;

const PlacedTrail = Type.Object(
  {
    trail_id: Uuid('The trail.'),
    position: Type.Integer({ minimum: 1, description: 'The position, starting at 1.' }),
    total: Count('Number of trails in the order.'),
  },
  { $id: 'PlacedTrail', ...closed },
);

const listAuthorTrailsOperation = (deps: ManageDeps) =>
  operation({
    id: 'listAuthorTrails',
    forEditors: true,
    mayLag: true,
    summary: 'List the trails of the catalog with totals',
    description: 'Editors who are not authors get only the trails that they may edit.',
    tag: TAG,
    needs: 'author',
    query: ListQuery,
    answers: { 200: { description: 'A page, most recently changed first.', schema: AuthorTrailList } },
    refusals: ['bad-request'],
    async handle(call) {
      const { owner, waits, ...asked } = call.query;
      const { account_id } = call.caller;
      const editor = isAuthor(call) ? undefined : account_id;
      const care =
        owner === undefined && waits === undefined && editor === undefined
          ? undefined
          : { owner: owner === 'me' ? account_id : owner, waits, editor, until: soon(deps.clock()) };
      const query = { ...asked, limit: asked.limit ?? 100, byWords: true, care };
      const catalogId = catalogOf(call);
      const page = await listTrails(call.db, catalogId, query, deps.cursorKeys());
      const { next_cursor } = page;
      const items = page.items.toString();
      const facts = JSON.stringify((await factsOfPage(call.db, catalogId, page)).map(factsResource));
      const counts = JSON.stringify(await countByStatus(call.db, catalogId, query));
      const next = next_cursor === undefined ? '' : `,"next_cursor":${JSON.stringify(next_cursor)}`;
      return ok({ json: `{"items":[${items}],"facts":${facts},"counts":${counts}${next}}` });
    },
  });

const factsResource = ({ owner_id, owner_name, ...facts }: TrailFacts) => ({
  ...facts,
  owner: personRef(owner_id, owner_name),
});

const getTrailOrderOperation = operation({
  id: 'getTrailOrder',
  summary: 'Get the order of the catalog',
  tag: TAG,
  needs: 'author',
  answers: { 200: { description: 'Every unarchived trail, in order.', schema: TrailOrder } },
  refusals: [],
  handle: async (call) => ok({ items: await listOrder(call.db, catalogOf(call)) }),
});

const moveTrailOperation = operation({
  id: 'moveTrail',
  summary: 'Move a trail after another, or to the top',
  tag: TAG,
  needs: 'author',
  body: { schema: MoveTrailBody, example: { trail_id: '019aa1f0-0000-7000-8000-000000000001', after: null } },
  answers: { 200: { description: 'The new position.', schema: PlacedTrail } },
  refusals: ['not-found', 'conflict', 'validation'],
  async handle(call) {
    const { trail_id, after }: MoveTrailBody = await call.json(MoveTrailBody);
    return call.commit(async (tx) => ok(await moveTrail(tx, catalogOf(call), trail_id, after, byOf(call))));
  },
});

export const trailEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /trails': listAuthorTrailsOperation(deps),
    'GET /trails/order': getTrailOrderOperation,
    'PUT /trails/order': moveTrailOperation,
  });
