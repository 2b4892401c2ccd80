// The endpoints of contract 4.2, in its order, and their OpenAPI document.
import { type DescribedEndpoint, openApiDocument } from '../../http/openapi/openapi.ts';
import { uploadContentAssetOperation } from './asset-routes.ts';
import { getTrailDocumentOperation, saveTrailDocumentOperation } from './document-routes.ts';
import { addTrailGrantOperation, listTrailGrantsOperation, removeTrailGrantOperation } from './grant-routes.ts';
import { getAuthoringGuideOperation } from './guide-routes.ts';
import {
  archiveTrailOperation,
  publishTrailOperation,
  unarchiveTrailOperation,
  unpublishTrailOperation,
} from './lifecycle-routes.ts';
import { getMeOperation } from './me-routes.ts';
import { runTrailExamplesOperation, testTrailSurfacingOperation } from './surfacing-routes.ts';
import {
  createTrailOperation,
  deleteTrailOperation,
  getTrailOperation,
  listTrailsOperation,
  updateTrailOperation,
} from './trail-routes.ts';
import type { V1Deps } from './v1-deps.ts';
import { routes, type V1Endpoint } from './v1-door.ts';
import {
  getTrailVersionOperation,
  listTrailVersionsOperation,
  restoreTrailVersionOperation,
} from './version-routes.ts';

/** The version in the documents and the metadata (contract 9). */
export const API_VERSION = '1.0.0';

/** Every endpoint of /v1. */
export const v1Endpoints = (deps: V1Deps): V1Endpoint[] =>
  routes({
    'GET /me': getMeOperation,
    'GET /authoring-guide': getAuthoringGuideOperation(deps),
    'GET /trails': listTrailsOperation(deps),
    'POST /trails': createTrailOperation(deps),
    'GET /trails/:trail_id': getTrailOperation,
    'PATCH /trails/:trail_id': updateTrailOperation,
    'DELETE /trails/:trail_id': deleteTrailOperation,
    'GET /trails/:trail_id/document': getTrailDocumentOperation,
    'PUT /trails/:trail_id/document': saveTrailDocumentOperation(deps),
    'POST /trails/:trail_id/publish': publishTrailOperation(deps),
    'POST /trails/:trail_id/unpublish': unpublishTrailOperation,
    'POST /trails/:trail_id/archive': archiveTrailOperation,
    'POST /trails/:trail_id/unarchive': unarchiveTrailOperation,
    'GET /trails/:trail_id/versions': listTrailVersionsOperation,
    'GET /trails/:trail_id/versions/:version': getTrailVersionOperation,
    'POST /trails/:trail_id/versions/:version/restore': restoreTrailVersionOperation(deps),
    'GET /trails/:trail_id/grants': listTrailGrantsOperation,
    'POST /trails/:trail_id/grants': addTrailGrantOperation,
    'DELETE /trails/:trail_id/grants/:user_id': removeTrailGrantOperation,
    'POST /trails/:trail_id/surfacing-test': testTrailSurfacingOperation(deps),
    'POST /trails/:trail_id/run-examples': runTrailExamplesOperation(deps),
    'POST /content-assets': uploadContentAssetOperation(deps),
  });

/** /openapi.json: the system routes and /v1. `tools` are the ids of the installation's AI tools. */
export const v1Document = (
  baseUrl: string,
  tools: readonly string[],
  system: readonly DescribedEndpoint[],
  v1: readonly V1Endpoint[],
) =>
  openApiDocument(
    {
      title: 'Cairn',
      version: API_VERSION,
      description:
        'Draft, test, publish and version trails: one-page guides that tell employees how to use an AI tool for a ' +
        'task.',
      baseUrl,
      tags: [
        { name: 'System', description: 'Metadata, health and this document.' },
        { name: 'Identity', description: 'Who is calling.' },
        { name: 'Authoring', description: 'What authors need to know before the first draft.' },
        { name: 'Trails', description: 'Trails of the catalog: list, create, read, order, delete.' },
        { name: 'Documents', description: 'The editable body of a trail, saved with optimistic concurrency.' },
        { name: 'Lifecycle', description: 'From draft to live to archived, and back.' },
        { name: 'Versions', description: 'Published versions, which never change.' },
        { name: 'Grants', description: 'Access to restricted trails.' },
        { name: 'Surfacing', description: "Whether a trail would be offered for an employee's prompt." },
        { name: 'Images', description: 'Images for setup guides.' },
      ],
      security: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (`svc_api_…`) or an OAuth access token.' },
      },
      need: (scope) => ({
        sentence: `Needs the scope \`${scope}\`.`,
        refusals: ['insufficient-scope', 'forbidden'],
      }),
      values: { tools },
      everywhere: ['unauthorized', 'membership-revoked', 'upgrade-required', 'feature-not-enabled', 'rate-limited'],
      credentials: ({ tag }) => (tag === 'System' ? [] : ['apiKey']),
    },
    [...system, ...v1],
  );
