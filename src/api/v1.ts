// The table of spec 4.2, in its order, and the OpenAPI document of it.
import type { Blobs } from '../assets/blobs.ts';
import type { Clock } from '../base/clock.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { openApiDocument } from '../http/openapi.ts';
import { meEndpoint } from './me-routes.ts';
import type { Anyone } from './open-door.ts';
import { API_VERSION } from './system-routes.ts';
import type { V1Endpoint } from './v1-door.ts';

/** What the endpoints of /v1 need of the process. */
export interface V1Kit {
  readonly baseUrl: string;
  /** The key that signs cursors; known once the database is prepared, so asked for by each request. */
  readonly cursorKey: () => Buffer;
  readonly clock: Clock;
  readonly blobs: Blobs;
}

export const v1Endpoints = (_kit: V1Kit): V1Endpoint[] => [meEndpoint];

/** /openapi.json: the system routes and /v1. */
export const v1Document = (baseUrl: string, system: readonly Endpoint<Anyone>[], v1: readonly V1Endpoint[]) =>
  openApiDocument(
    {
      title: 'Cairn',
      version: API_VERSION,
      description:
        'Draft, test, publish and version trails: one-page guides that tell employees how to use an AI tool for a task.',
      baseUrl,
      tags: [
        { name: 'System', description: 'Metadata, health and this document.' },
        { name: 'Identity', description: 'Who is calling.' },
      ],
      security: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key (`svc_api_…`) or an OAuth access token.' },
      },
      everywhere: ['unauthorized', 'membership-revoked', 'upgrade-required', 'feature-not-enabled', 'rate-limited'],
      isPublic: (endpoint) => endpoint.tag === 'System',
    },
    [...system, ...v1] as unknown as Endpoint<never>[],
  );
