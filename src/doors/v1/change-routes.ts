// The feed of a workspace, for programs that mirror its trails, groups and people, and digests with which a mirror
// checks that it misses nothing.
import { Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { Count } from '../../base/shape.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Call, Door } from '../../http/endpoint/endpoint.ts';
import { catalogPositions } from '../../trails/catalog/catalogs.ts';
import { readDigest } from '../../trails/catalog/digest.ts';
import { type ChangePage, MAX_CHANGES, readChanges } from '../../webhooks/change-feed.ts';
import { WebhookPayload } from '../../webhooks/payload.ts';
import { admittedNow, type ChangeWaits } from './change-waits.ts';
import { type EitherEndpoint, type EitherNeed, operation, routes } from './either-door.ts';

export interface ChangeDeps {
  readonly clock: Clock;
  readonly waits: ChangeWaits;
  /** The door of these endpoints, which admits callers again after they have waited. */
  readonly door: Door<Caller, EitherNeed>;
}

const TAG = 'Changes';
const NEEDS = 'catalog';
const MAX_WAIT_S = 25;
const DEFAULT_LIMIT = 100;

const Change = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The event. Webhooks send it as `webhook-id`.' }),
    ...WebhookPayload.properties,
  },
  { $id: 'Change', additionalProperties: true },
);

const ChangePageShape = Type.Object(
  {
    items: Type.Array(Change, { description: 'In the order in which they were committed.' }),
    next: Type.String({ description: 'The cursor after these changes. Keep it with what you have mirrored.' }),
    has_more: Type.Boolean({ description: 'Whether there are more changes already.' }),
    service_wide: Type.String({
      description: 'Differs after each change of the service-wide trails that employees see. Then read them again.',
    }),
  },
  { $id: 'ChangePage', additionalProperties: false },
);

const Query = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 60,
      description: '`next` of the previous page. Default: the end of the feed.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CHANGES, default: DEFAULT_LIMIT })),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_WAIT_S, default: 0, description: 'Seconds to wait for a change.' }),
  ),
  service_wide: Type.Optional(
    Type.String({ maxLength: 60, description: 'The value you have. Waiting ends when it changes, too.' }),
  ),
});

const EXAMPLE = {
  id: '01970000-0000-7000-8000-000000000004',
  type: 'trail.access_changed',
  timestamp: '2027-01-15T09:30:00.123456Z',
  sequence: 184,
  data: {
    workspace_id: '01970000-0000-7000-8000-000000000001',
    subject: { kind: 'trail', id: '01970000-0000-7000-8000-000000000002' },
    actor: { kind: 'person', id: '01970000-0000-7000-8000-000000000003' },
  },
};

const listChangesOperation = ({ clock, waits, door }: ChangeDeps) =>
  operation({
    id: 'listChanges',
    summary: 'Follow what changes in the workspace',
    description:
      'Trails, sets, groups, people and their access, ordered and without gaps. Contains ids: read the rest with the ' +
      'other operations. Deletions are changes like others. Changes are kept for 30 days: an older cursor ' +
      'is answered with 410. Keys and apps need the scope `trails:read`.',
    tag: TAG,
    needs: NEEDS,
    query: Query,
    answers: {
      200: {
        description: 'The changes after the cursor.',
        schema: ChangePageShape,
        example: { items: [EXAMPLE], next: `184-${EXAMPLE.id}`, has_more: false, service_wide: '0' },
      },
    },
    refusals: ['insufficient-scope', 'bad-request', 'cursor-expired'],
    async handle(call) {
      const { catalog_id } = call.caller.catalog;
      const { after, limit = DEFAULT_LIMIT, wait = 0, service_wide } = call.query;
      const read = async () => ({
        page: await readChanges(call.database, call.db, catalog_id, after, limit, clock()),
        mark: await serviceWideMark(call),
      });
      const isNew = ({ page, mark }: { readonly page: ChangePage; readonly mark: string }): boolean =>
        after === undefined || page.items.length > 0 || (service_wide !== undefined && service_wide !== mark);
      const { page, mark } = await waits.until(call, wait * 1_000, read, isNew);
      if (wait > 0) await admittedNow(door, call, NEEDS);
      const { items, ...rest } = page;
      const ending = JSON.stringify({ ...rest, service_wide: mark });
      return ok({ json: `{"items":[${items.join(',')}],${ending.slice(1)}` });
    },
  });

/** Names the last change of the service-wide trails that employees see. Reveals neither trails nor their number. */
async function serviceWideMark({ db }: Pick<Call<Caller>, 'db'>): Promise<string> {
  const position = (await catalogPositions(db, [SVC_CATALOG_ID])).get(SVC_CATALOG_ID);
  return position?.mark ?? '0';
}

const digested = (lines: string) =>
  Type.Object(
    {
      count: Count('Number of lines.'),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: `SHA-256 of the sorted lines: ${lines}` }),
    },
    { additionalProperties: false, description: 'The number of such lines, and their digest.' },
  );

const CatalogDigest = Type.Object(
  {
    next: Type.String({ description: 'The digests describe the state after exactly the changes up to this cursor.' }),
    trails: digested(
      '`id revision status visibility sort_order published_version updated_at`, separated by blanks, `-` for null.',
    ),
    grants: digested('`trail_id kind id`: each person, group or workspace that has a grant on a trail.'),
    sets: digested('`set_id trail_id` of each trail in a set.'),
    set_grants: digested('`set_id kind id`: each person or group that has a grant on a set.'),
    members: digested('`id status` of each member.'),
    group_members: digested('`group_id user_id` of each member of a group.'),
  },
  { $id: 'CatalogDigest', additionalProperties: false },
);

const getDigestOperation = ({ clock }: ChangeDeps) =>
  operation({
    id: 'getCatalogDigest',
    summary: 'Check that a mirror is complete',
    description:
      'Digests of the workspace. A mirror that has read the feed up to `next` has the same ones. Each line ends with ' +
      'a line feed, and ids are in lower case. A revision number is never reused, so equal lines mean equal documents.',
    tag: TAG,
    needs: NEEDS,
    rate: 'model',
    answers: { 200: { description: 'The digests.', schema: CatalogDigest } },
    refusals: ['insufficient-scope', 'not-ready'],
    handle: async (call) => ok(await readDigest(call.database, call.db, call.caller.catalog.catalog_id, clock())),
  });

export const changeEndpoints = (deps: ChangeDeps): EitherEndpoint[] =>
  routes({
    'GET /changes': listChangesOperation(deps),
    'GET /changes/digest': getDigestOperation(deps),
  });
