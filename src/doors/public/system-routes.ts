// The routes of contract 4.1, problem pages and images: everything that works without a credential.
import { Type } from '@sinclair/typebox';
import type { Blobs } from '../../assets/blob.ts';
import { findAsset, openAsset } from '../../assets/find-asset.ts';
import { refuse } from '../../base/refusal.ts';
import { Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { connectionBase } from '../../directory/connections/connection.ts';
import { ok } from '../../http/answers/answer.ts';
import { HELD_ANSWER, unlessHeld } from '../../http/answers/conditional.ts';
import { PAGE_HEAD } from '../../http/answers/page-head.ts';
import { PROBLEMS } from '../../http/answers/problem.ts';
import { MAX_NAMED_WORKSPACES } from '../../storage/reach.ts';
import type { Readiness } from '../../storage/readiness.ts';
import type { ReadReplica } from '../../storage/server/read-replica.ts';
import { REPLICA_STATUSES } from '../../storage/server/replica-watch.ts';
import { type ImageReaders, mayReadImages } from './image-reader.ts';
import { type OpenEndpoint, operation, routes } from './open-door.ts';

export const ApiMetadata = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    external_api_host: Type.String(),
    scim_base_url_template: Type.String(),
  },
  { $id: 'ApiMetadata', additionalProperties: false },
);

export const HealthResponse = Type.Object(
  { status: Type.String(), release: Type.String({ description: 'Build commit identifier of the running release.' }) },
  { $id: 'HealthResponse', additionalProperties: false },
);

const ReadinessResponse = Type.Object(
  {
    ...HealthResponse.properties,
    read_replica: Type.Optional(
      Type.Object(
        {
          status: OneOf(REPLICA_STATUSES, { description: 'Whether the standby is in use, or why not.' }),
          lag_seconds: Nullable(Type.Number({ description: 'Replication lag; null if unknown.' })),
        },
        {
          additionalProperties: false,
          description: 'The standby at CAIRN_DATABASE_READ_URL; absent if unset. Readiness never waits for it.',
        },
      ),
    ),
    unreachable: Type.Optional(
      Type.Object(
        {
          workspaces: Type.Integer({ description: 'How many workspaces cannot be served.' }),
          first: Type.Array(Uuid('Workspace.'), { description: 'The ids of up to 20 of them.' }),
        },
        {
          additionalProperties: false,
          description: 'Present while a worker of a distributed database is down. The other workspaces are served.',
        },
      ),
    ),
  },
  { $id: 'ReadinessResponse', additionalProperties: false },
);

export interface SystemDeps extends ImageReaders {
  readonly baseUrl: string;
  readonly release: string;
  /** The API version in the metadata. */
  readonly apiVersion: string;
  readonly readiness: () => Promise<Readiness>;
  readonly replica: ReadReplica | undefined;
  readonly blobs: Blobs;
  /** The text of /openapi.json. */
  readonly openapi: () => string;
}

const PUBLIC_IMAGE = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
/** A browser asks again each time, so that it shows nothing once the session or key is revoked. */
const PRIVATE_IMAGE = { 'Cache-Control': 'private, no-cache', 'Cross-Origin-Resource-Policy': 'same-origin' };
/** Images are only displayed. They never run as a page or script, even if a browser mistakes their bytes for one. */
const SANDBOX = "default-src 'none'; sandbox";

const base = { tag: 'System', idempotent: false } as const;

const getMetadataOperation = (deps: SystemDeps) =>
  operation({
    ...base,
    id: 'getMetadata',
    summary: 'Get service metadata',
    answers: { 200: { description: 'The service, its version and its hosts.', schema: ApiMetadata } },
    refusals: [],
    handle: async () => ok(metadata(deps)),
  });

const getHealthOperation = (deps: SystemDeps) =>
  operation({
    ...base,
    id: 'getHealth',
    summary: 'Liveness check',
    answers: { 200: { description: 'The process is alive.', schema: HealthResponse } },
    refusals: [],
    handle: async () => ok({ status: 'ok', release: deps.release }, { 'Cache-Control': 'no-store' }),
  });

const getReadinessOperation = (deps: SystemDeps) =>
  operation({
    ...base,
    id: 'getReadiness',
    summary: 'Readiness check',
    description: 'Not ready if the database is unreachable, migrating or from another release.',
    answers: {
      200: { description: 'Ready.', schema: ReadinessResponse },
      503: { description: 'Not ready; `status` says why.', schema: ReadinessResponse },
    },
    refusals: [],
    async handle() {
      const readiness = await deps.readiness();
      const status = readiness.isReady ? 'ready' : readiness.why;
      const read_replica = deps.replica?.state();
      const outage = readiness.isReady ? readiness.outage : undefined;
      const unreachable = outage && {
        workspaces: outage.unreachable.length,
        first: outage.unreachable.slice(0, MAX_NAMED_WORKSPACES),
      };
      const body = {
        status,
        release: deps.release,
        ...(read_replica && { read_replica }),
        ...(unreachable && { unreachable }),
      };
      return {
        status: readiness.isReady ? 200 : 503,
        headers: { 'Cache-Control': 'no-store', ...(readiness.isReady ? {} : { 'Retry-After': '2' }) },
        body,
      };
    },
  });

const getOpenApiOperation = (deps: SystemDeps) =>
  operation({
    ...base,
    id: 'getOpenApi',
    summary: 'Get this document',
    answers: {
      200: {
        description: 'The OpenAPI 3.1 document, generated from the routes.',
        schema: Type.Object({}, { additionalProperties: true }),
      },
    },
    refusals: [],
    handle: async () => ok({ json: deps.openapi() }),
  });

const getManageOpenApiOperation = (json: () => string) =>
  operation({
    ...base,
    id: 'getManageOpenApi',
    summary: 'Get the document of /manage/v1',
    answers: { 200: { description: 'OpenAPI 3.1, generated from the routes.' } },
    refusals: [],
    handle: async () => ok({ json: json() }),
  });

const getProblemOperation = operation({
  ...base,
  id: 'getProblem',
  summary: 'Get the explanation of a problem type',
  answers: { 200: { description: 'A short page.', contentType: 'text/html' } },
  refusals: ['not-found'],
  params: Type.Object({ slug: Type.String() }),
  handle: async ({ params }) => problemPage(params.slug),
});

const getAssetOperation = (deps: SystemDeps) =>
  operation({
    ...base,
    id: 'getAsset',
    summary: 'Get an uploaded image',
    answers: {
      200: { description: 'The image.', contentType: 'image/*' },
      ...HELD_ANSWER,
    },
    refusals: ['unauthorized', 'not-found'],
    params: Type.Object({ key: Type.String() }),
    async handle(call) {
      const found = await findAsset(call.database, call.params.key);
      if (found === undefined) throw noSuchImage();
      if (found.is_private && !(await mayReadImages(deps, call, found.catalog_id))) throw noSuchImage();
      const asset = await openAsset(deps.blobs, found);
      if (asset === undefined) throw noSuchImage();
      const headers = {
        ...(found.is_private ? PRIVATE_IMAGE : PUBLIC_IMAGE),
        ETag: `"${found.key}"`,
        'Content-Type': asset.content_type,
        'Content-Length': String(asset.size),
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': SANDBOX,
      };
      return unlessHeld(call, { status: 200, headers, body: { stream: asset.stream } });
    },
  });

const noSuchImage = (): Error => refuse('not-found', 'There is no such image.');

const metadata = ({ baseUrl, apiVersion }: SystemDeps) => ({
  name: 'Cairn',
  version: apiVersion,
  external_api_host: new URL(baseUrl).host,
  scim_base_url_template: connectionBase(baseUrl, '{connection_id}'),
});

function problemPage(slug: string) {
  const kind = Object.hasOwn(PROBLEMS, slug) ? PROBLEMS[slug as keyof typeof PROBLEMS] : undefined;
  if (kind === undefined) throw refuse('not-found', 'There is no problem type with that name.');
  const html =
    `<!doctype html><html lang="en">${PAGE_HEAD}<title>${kind.title}</title><h1>${kind.title}</h1>` +
    `<p>Status ${kind.status}, <code>${slug}</code></p><p>${kind.about.replaceAll('`', '')}</p></html>\n`;
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    body: { bytes: Buffer.from(html) },
  };
}

export const systemEndpoints = (deps: SystemDeps): OpenEndpoint[] =>
  routes({
    'GET /': getMetadataOperation(deps),
    'GET /health': getHealthOperation(deps),
    'GET /health/ready': getReadinessOperation(deps),
    'GET /openapi.json': getOpenApiOperation(deps),
  });

/** The document of /manage/v1, which can be read without a session. `json` returns its text. */
export const manageOpenApi = (json: () => string): OpenEndpoint[] =>
  routes({
    'GET /manage/openapi.json': getManageOpenApiOperation(json),
  });

/** Pages and images that are not in the API documents. */
export const publicFiles = (deps: SystemDeps): OpenEndpoint[] =>
  routes({
    'GET /problems/:slug': getProblemOperation,
    'GET /assets/:key': getAssetOperation(deps),
  });
