// Tells which API key or app published a version of a trail. /v1 names only the person.
import { Type } from '@sinclair/typebox';
import { readAudit } from '../../audit/read-audit.ts';
import { closed, ids, OneOf } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { listVersions } from '../../trails/publication/versions.ts';
import { catalogOf, operation, routes } from '../session/session-endpoint.ts';
import { withCredentials } from './acting-credentials.ts';

const Publications = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          version: Type.Integer({ minimum: 1 }),
          kind: OneOf(['api_key', 'oauth']),
          name: Type.String({ description: 'The name of the key or the app.' }),
        },
        closed,
      ),
    ),
  },
  { $id: 'Publications', ...closed },
);

/** The audit log covers older versions. */
const MAX_VERSIONS = 500;

const listTrailPublicationsOperation = operation({
  id: 'listTrailPublications',
  summary: 'List versions of a trail published with an API key or app',
  description: `Covers the newest ${MAX_VERSIONS} versions and leaves out those published in the console.`,
  tag: 'Authoring',
  needs: 'author',
  params: ids('trail_id'),
  answers: { 200: { description: 'The versions, newest first.', schema: Publications } },
  refusals: ['bad-request', 'not-found'],
  async handle(call) {
    const { trail_id } = call.params;
    const catalogId = catalogOf(call);
    await listVersions(call.db, catalogId, trail_id);
    const filter = { kind: 'trail.published', subject_id: trail_id };
    const entries = await readAudit(call.db, catalogId, filter, { after: null, limit: MAX_VERSIONS });
    const items = (await withCredentials(call.db, catalogId, entries)).flatMap(({ actor, after }) => {
      const version = after?.version;
      return actor.credential === undefined || typeof version !== 'number' ? [] : [{ version, ...actor.credential }];
    });
    return ok({ items });
  },
});

export const publicationEndpoints = () =>
  routes({
    'GET /trails/:trail_id/publications': listTrailPublicationsOperation,
  });
