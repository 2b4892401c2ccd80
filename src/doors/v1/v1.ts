// The table of contract 4.2, in its order, and the OpenAPI document of it.
import { type DescribedEndpoint, openApiDocument } from '../../http/openapi.ts';
import { uploadEndpoint } from './asset-routes.ts';
import { getDocumentEndpoint, saveDocumentEndpoint } from './document-routes.ts';
import { addGrantEndpoint, listGrantsEndpoint, removeGrantEndpoint } from './grant-routes.ts';
import { guideEndpoint } from './guide-routes.ts';
import { publishEndpoint, transitionEndpoints } from './lifecycle-routes.ts';
import { meEndpoint } from './me-routes.ts';
import { runExamplesEndpoint, surfacingTestEndpoint } from './surfacing-routes.ts';
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoint, updateEndpoint } from './trail-routes.ts';
import type { V1Deps } from './v1-deps.ts';
import type { V1Endpoint } from './v1-door.ts';
import { getVersionEndpoint, listVersionsEndpoint, restoreVersionEndpoint } from './version-routes.ts';

/** The version that the documents and the metadata declare (contract 9). */
export const API_VERSION = '1.0.0';

/** Every endpoint of /v1. */
export const v1Endpoints = (deps: V1Deps): V1Endpoint[] => [
  meEndpoint,
  guideEndpoint(deps),
  listEndpoint(deps),
  createEndpoint(deps),
  getEndpoint(),
  updateEndpoint(),
  deleteEndpoint(),
  getDocumentEndpoint(),
  saveDocumentEndpoint(deps),
  publishEndpoint(deps),
  ...transitionEndpoints(),
  listVersionsEndpoint(),
  getVersionEndpoint(),
  restoreVersionEndpoint(deps),
  listGrantsEndpoint(),
  addGrantEndpoint(),
  removeGrantEndpoint(),
  surfacingTestEndpoint(deps),
  runExamplesEndpoint(deps),
  uploadEndpoint(deps),
];

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
        { name: 'Authoring', description: 'What an author must know before the first draft.' },
        { name: 'Trails', description: 'Trails of the catalog: listed, created, read, ordered, deleted.' },
        { name: 'Documents', description: 'The editable body of a trail, saved with optimistic concurrency.' },
        { name: 'Lifecycle', description: 'From draft to live to archived, and back.' },
        { name: 'Versions', description: 'What was published, kept as it was.' },
        { name: 'Grants', description: 'Who sees a restricted trail.' },
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
      isPublic: (endpoint) => endpoint.tag === 'System',
    },
    [...system, ...v1],
  );
