// Audiences by name, for programs that keep them in files. Plans change them. Outside /v1, which contract 4.2 defines.
import { Type } from '@sinclair/typebox';
import { closed, OneOf, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { listNamedAudiences } from '../../trails/readers/named-audience.ts';
import { listNamedSets } from '../../trails/sets/named-set-audience.ts';
import { REACHES } from '../../trails/visibility.ts';
import { PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { type EitherEndpoint, operation, routes } from './either-door.ts';
import type { V1Deps } from './v1-deps.ts';

const common = { tag: 'Plans', needs: 'trails:read' } as const;

const named = {
  groups: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'The name of the group.' }),
        reach: OneOf(REACHES, { description: 'featured: also shown first, at home and in the plugin.' }),
        edits: Type.Boolean({ description: 'Whether the members edit, too.' }),
      },
      closed,
    ),
    { description: 'The groups that it is open to, by name.' },
  ),
  editors: Type.Array(Type.String(), {
    description: 'The addresses of the people who edit. People who only read are left out.',
  }),
};
const NamedAudience = Type.Object({ trail_id: Uuid('The trail.'), ...named }, { $id: 'NamedAudience', ...closed });
const NamedSetList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          ...{ set_id: Uuid('The set.'), name: Type.String(), description: Type.String() },
          trail_ids: Type.Array(Uuid('A trail.'), { description: 'In order.' }),
          ...named,
        },
        closed,
      ),
      { description: 'In order.' },
    ),
  },
  { $id: 'NamedSetList', ...closed },
);

const listNamedAudiencesOperation = ({ cursorKeys }: V1Deps) =>
  operation({
    ...common,
    id: 'listNamedAudiences',
    summary: 'List the trails that are open to groups or have editors',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: { description: 'A page by id.', schema: pageOf(NamedAudience, 'NamedAudienceList') } },
    refusals: ['insufficient-scope', 'bad-request'],
    handle: ({ caller, db, query, url }) =>
      pageAnswer(
        { caller: caller.catalog, query, url },
        cursorKeys(),
        (after: string | null, count) => listNamedAudiences(db, caller.catalog.catalog_id, after, count),
        ({ trail_id }) => trail_id,
      ),
  });

const listNamedSetsOperation = operation({
  ...common,
  id: 'listNamedSets',
  summary: 'List the sets of trails with their content and audience',
  answers: { 200: { description: 'All sets.', schema: NamedSetList } },
  refusals: ['insufficient-scope'],
  handle: async (call) => ok({ items: await listNamedSets(call.db, call.caller.catalog.catalog_id) }),
});

export const namedAudienceEndpoints = (deps: V1Deps): EitherEndpoint[] =>
  routes({
    'GET /audiences': listNamedAudiencesOperation(deps),
    'GET /audiences/sets': listNamedSetsOperation,
  });
