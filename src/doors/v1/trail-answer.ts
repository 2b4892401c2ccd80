// The response of most trail routes: the whole trail, with its revision as the ETag (Decision 9).
import { type Answer, ok } from '../../http/answers/answer.ts';
import { revisionTag } from '../../http/answers/etag.ts';
import type { DeclaredAnswer } from '../../http/endpoint/endpoint.ts';
import { TrailDetailResource } from '../../trails/trail.ts';
import { type TrailDetailRow, trailDetailJson } from '../../trails/trail-json.ts';
import type { ReadTrail } from '../../trails/trail-read-store.ts';
import { EXAMPLE_TRAIL } from './examples.ts';

/** 200 with the trail. */
export const trailAnswer = (trail: TrailDetailRow | ReadTrail, headers: Record<string, string> = {}): Answer =>
  ok('json' in trail ? { bytes: trail.json } : { json: trailDetailJson(trail) }, {
    ETag: revisionTag(trail.revision),
    ...headers,
  });

/** The trail's URL as a path that works behind any host. Includes the path of the public URL. */
export const trailPath = (baseUrl: string, trailId: string): string =>
  `${new URL(baseUrl).pathname.replace(/\/$/, '')}/v1/trails/${trailId}`;

const FROM_BODY = { trail_id: '$response.body#/id' };
const LINKS = {
  save: { operationId: 'saveTrailDocument', parameters: FROM_BODY },
  runExamples: { operationId: 'runTrailExamples', parameters: FROM_BODY },
  publish: { operationId: 'publishTrail', parameters: FROM_BODY },
  versions: { operationId: 'listTrailVersions', parameters: FROM_BODY },
};

/** Declares a response with the whole trail. */
export const declaredTrail = (description: string, headers: Readonly<Record<string, string>> = {}): DeclaredAnswer => ({
  description,
  schema: TrailDetailResource,
  headers: { ETag: 'The revision, quoted. Send it as If-Match with the next save.', ...headers },
  example: EXAMPLE_TRAIL,
  links: { self: { operationId: 'getTrail', parameters: FROM_BODY }, ...LINKS },
});
