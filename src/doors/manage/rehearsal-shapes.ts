// Rehearsals in the API of /manage/v1.
import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { type Static, Type } from '@sinclair/typebox';
import { invalid } from '../../base/issue.ts';
import { Count, closed, Email, Instant, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { AttributeMapping } from '../../provisioning/attribute-mapping.ts';
import type { RehearsalLine, RehearsalResult } from '../../provisioning/rehearsal/rehearse.ts';
import type { ScimRequest } from '../../provisioning/rehearsal/rehearsed-request.ts';
import type { OpenTrail } from '../../trails/readers/visible-trails.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const MAX_REQUESTS = 10_000;

const Resource = Type.Record(Type.String(), Type.Unknown());

export const RehearsalBody = Type.Object(
  {
    requests: Type.Optional(
      Type.Array(
        Type.Object(
          {
            method: OneOf(METHODS),
            path: Type.String({
              maxLength: 1_000,
              description: '`/Users`, `/Users/{id}`, `/Groups` or `/Groups/{id}`, for GET with a query.',
            }),
            body: Type.Optional(Resource),
            bulk_id: Type.Optional(
              Type.String({
                maxLength: 100,
                pattern: '^[\\w.-]{1,100}$',
                description: 'For POST: later requests call the new resource `bulkId:` and this name.',
              }),
            ),
          },
          closed,
        ),
        { maxItems: MAX_REQUESTS, description: 'SCIM requests, in order.' },
      ),
    ),
    log: Type.Optional(
      Type.Object(
        {
          from: Type.Optional(Instant('Default: the start of the last cycle, after ten minutes without changes.')),
          until: Type.Optional(Instant('Only requests before this time.')),
          only_refused: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'Only refused requests, e.g. while the connection was paused.',
            }),
          ),
        },
        { ...closed, description: 'Requests in the log. Their content is kept if the connection keeps requests.' },
      ),
    ),
    everyone: Type.Optional(
      Type.Literal(true, {
        description:
          'Rehearses that the identity provider sends everyone again without changes, e.g. with a `mapping`.',
      }),
    ),
    mapping: Type.Optional(AttributeMapping),
    with_answers: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether `lines` contain the SCIM responses.' }),
    ),
    list: Type.Optional(
      Type.Object(
        {
          users: Type.Array(Resource, {
            maxItems: MAX_REQUESTS,
            description: 'SCIM users. Only `userName` is required.',
          }),
          groups: Type.Optional(
            Type.Array(Resource, {
              maxItems: MAX_REQUESTS,
              description: 'SCIM groups. `members` name people by userName, externalId or id.',
            }),
          ),
          is_complete: Type.Optional(
            Type.Boolean({
              default: true,
              description: 'Whether everyone else would lose access and other groups would be deleted.',
            }),
          ),
        },
        { ...closed, description: 'The people and groups that the identity provider would provision.' },
      ),
    ),
  },
  { $id: 'RehearsalBody', ...closed },
);
export type RehearsalBody = Static<typeof RehearsalBody>;

const Line = Type.Object(
  {
    method: OneOf(METHODS),
    resource: OneOf(['User', 'Group']),
    id: Nullable(
      Type.String({ description: 'The id of the resource. New resources get another one in the real run.' }),
    ),
    name: Nullable(Type.String({ description: 'The userName or displayName.' })),
    answer: Nullable(Resource, { description: 'The SCIM response, with `with_answers`; null without a body.' }),
    is_refused: Type.Boolean(),
    status: Nullable(Type.Integer({ description: 'The status of the refusal.' })),
    scim_type: Nullable(Type.String()),
    explanation: Nullable(Type.String({ description: 'Why it would be refused, and how to fix it.' })),
    warnings: Type.Array(Type.String(), {
      description: 'What would be applied only in part or differently than sent.',
    }),
    changes: Type.Array(
      Type.Object(
        {
          kind: Type.String({ description: 'As in the audit log, e.g. `team.member.added`.' }),
          subject: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }, closed),
          before: Nullable(Resource),
          after: Nullable(Resource),
        },
        closed,
      ),
      { description: 'The entries that it would add to the audit log.' },
    ),
  },
  closed,
);
const OUTCOMES = ['created', 'linked', 'restored', 'suspended', 'deactivated', 'removed', 'changed'] as const;
const Person = Type.Object(
  {
    user_id: Uuid('The person. New people get another id in the real run.'),
    name: Type.String(),
    email: Nullable(Email()),
    outcome: OneOf([...OUTCOMES, 'unchanged'], {
      description:
        '`linked`: an account that exists already joins or is taken over. `suspended`: the guard against mass ' +
        'deprovisioning keeps everything, so that an admin can restore the person.',
    }),
    roles_before: Type.Array(Type.String()),
    roles_after: Type.Array(Type.String()),
    trails_gained: Type.Array(Uuid('A restricted trail.')),
    trails_lost: Type.Array(Uuid('A restricted trail.')),
  },
  closed,
);
export const Rehearsal = Type.Object(
  {
    is_complete: Type.Boolean({ description: 'False if time ran out. `lines` ends with the last request that ran.' }),
    skipped: Count('Requests of the log whose content was not kept.'),
    refused: Count('The number of requests that would be refused.'),
    people: Type.Array(Person, { description: 'Everyone who would be affected.' }),
    seats: Type.Object(
      {
        limit: Nullable(Count('The number of seats; null without a limit.')),
        before: Count('Seats in use now.'),
        after: Count('Seats in use afterwards.'),
      },
      closed,
    ),
    trails: Type.Array(
      Type.Object(
        {
          trail_id: Uuid('A restricted trail.'),
          title: Type.String(),
          gained: Count('People who would see it.'),
          lost: Count('People who would not see it any more.'),
        },
        closed,
      ),
    ),
    lines: Type.Array(Line, { description: 'One for each request, in order.' }),
  },
  { $id: 'Rehearsal', ...closed },
);

/** The requests of the body. Fails with `validation`. */
export const scimRequests = (requests: NonNullable<RehearsalBody['requests']>): ScimRequest[] =>
  requests.map(({ method, path, body, bulk_id }, index) => {
    const [, name = '', id, query] = /^\/(users|groups)(?:\/([^/?]+))?\/?(?:\?(.*))?$/i.exec(path) ?? [];
    if (name === '' || (method !== 'GET' && (id === undefined) !== (method === 'POST')))
      throw invalid(`requests[${index}].path`, 'Must be /Users or /Groups for POST, with an id for other methods.');
    const known_as = bulk_id === undefined ? undefined : `bulkId:${bulk_id}`;
    return { method, resource: name.toLowerCase() === 'users' ? 'User' : 'Group', id, query, body, known_as };
  });

/** The resources of a list. JSON was parsed, so that they contain nothing else. */
export const resourcesOf = (items: readonly Readonly<Record<string, unknown>>[]): JsonObject[] =>
  items.filter(isJsonObject);

/** The response. `titles`: the trails by id. */
export function rehearsalResource(
  result: RehearsalResult,
  trails: ReadonlyMap<string, OpenTrail>,
  withAnswers = false,
) {
  const counts = new Map<string, { gained: number; lost: number }>();
  for (const { trails_gained, trails_lost } of result.people)
    for (const [ids, member] of [[trails_gained, 'gained'] as const, [trails_lost, 'lost'] as const])
      for (const id of ids) {
        const count = counts.get(id) ?? { gained: 0, lost: 0 };
        count[member] += 1;
        counts.set(id, count);
      }
  return {
    is_complete: result.is_complete,
    skipped: result.skipped,
    refused: result.lines.filter(({ verdict }) => verdict !== undefined).length,
    people: result.people,
    seats: result.seats,
    trails: [...counts].map(([trail_id, count]) => ({ trail_id, title: trails.get(trail_id)?.title ?? '', ...count })),
    lines: result.lines.map((line) => lineResource(withAnswers ? line : { ...line, answer: null })),
  };
}

const lineResource = ({ verdict, changes, ...line }: RehearsalLine) => ({
  ...line,
  is_refused: verdict !== undefined,
  status: verdict?.status ?? null,
  scim_type: verdict?.scim_type ?? null,
  explanation: verdict?.explanation ?? null,
  changes: changes.map(({ kind, subject, before, after }) => ({ kind, subject, before, after })),
});
