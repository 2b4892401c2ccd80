// Lists the people who can see a trail, and the trails that a person can see, each with the reasons.
import { Type } from '@sinclair/typebox';
import { Count, closed, Email, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import {
  type AudiencePlace,
  countAudiencePeople,
  listAudience,
  listTrailsOfPerson,
} from '../../trails/readers/audience.ts';
import { ReadableTrail, readableTrail } from '../../trails/readers/readable-trail.ts';
import type { VisiblePlace } from '../../trails/readers/visible-trails.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { GroupSource } from './trail-group-routes.ts';

const Reason = Type.Object(
  {
    kind: OneOf(['everyone', 'person', 'workspace', 'group'], {
      description:
        'everyone: the trail is not restricted; person: granted to the person; workspace: granted to the workspace; ' +
        'group: open to a group that the person is in.',
    }),
    group: Nullable(Type.Object({ id: Uuid('The group.'), name: Type.String(), source: GroupSource }, closed)),
    set: Nullable(Type.Object({ id: Uuid('The set.'), name: Type.String() }, closed), {
      description: 'The set that was granted, if the grant is not for this trail alone.',
    }),
  },
  { $id: 'AudienceReason', ...closed },
);
const Reasons = Type.Array(Reason, { description: 'All reasons; each is enough.' });

const AudiencePerson = Type.Object(
  { user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()), reasons: Reasons },
  { $id: 'AudiencePerson', ...closed },
);
const PersonsTrail = Type.Object({ trail: ReadableTrail, reasons: Reasons }, { $id: 'PersonsTrail', ...closed });

const listTrailAudienceOperation = ({ cursorKeys }: ManageDeps) =>
  operation({
    id: 'listTrailAudience',
    summary: 'List the people who see a trail while it is live, and why',
    tag: 'Authoring',
    needs: 'admin',
    params: ids('trail_id'),
    query: Type.Object({
      ...PAGE_QUERY,
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of a name or e-mail address.' })),
    }),
    answers: {
      200: declaredPage(
        'Active members by name.',
        pageOf(AudiencePerson, 'TrailAudience', { total: Count('People who see the trail, whatever `q` is.') }),
      ),
    },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const { trail_id } = call.params;
      const page = await pageAnswer(
        call,
        cursorKeys(),
        (after: AudiencePlace | null, count) =>
          listAudience(call.db, teamOf(call), trail_id, call.query.q ?? '', after, count),
        ({ sort_key, user_id }) => ({ sort_key, user_id }),
        ({ sort_key: _, ...person }) => person,
      );
      const total = await countAudiencePeople(call.db, teamOf(call), trail_id);
      return { ...page, body: { ...(page.body as object), total } };
    },
  });

const listMemberTrailsOperation = ({ cursorKeys }: ManageDeps) =>
  operation({
    id: 'listMemberTrails',
    summary: 'List the trails that a person sees, and why',
    tag: 'Members',
    needs: 'admin',
    params: ids('user_id'),
    query: Type.Object(PAGE_QUERY),
    answers: { 200: declaredPage('A page in order.', pageOf(PersonsTrail, 'PersonsTrailList')) },
    refusals: ['bad-request', 'not-found'],
    handle: (call) =>
      pageAnswer(
        call,
        cursorKeys(),
        (after: VisiblePlace | null, count) =>
          listTrailsOfPerson(call.db, teamOf(call), call.params.user_id, after, count),
        ({ row: { catalog_id, sort_order, trail_id } }) => ({ catalog_id, sort_order, trail_id }),
        ({ row, reasons }) => ({ trail: readableTrail(row), reasons }),
      ),
  });

export const audienceEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /trails/:trail_id/audience': listTrailAudienceOperation(deps),
    'GET /members/:user_id/trails': listMemberTrailsOperation(deps),
  });
