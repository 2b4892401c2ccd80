// Builds a door's OpenAPI 3.1 document from its endpoints. Shapes with an `$id` become named components, and every slug
// that can refuse a route is listed under its status.
import type { TSchema } from '@sinclair/typebox';
import type { Slug } from '../../base/refusal.ts';
import { PROBLEMS, ProblemDetails, type ProblemSlug, problemSlugOf } from '../answers/problem.ts';
import type { DeclaredAnswer, Endpoint } from '../endpoint/endpoint.ts';
import { descriptionOf, openReferences, type References } from './openapi-shapes.ts';
import { type DescribedOperation, type DescribedResponse, shareComponents } from './shared-components.ts';
import { type DescribedHeaders, headersOfAnswer, headersOfProblem, isKeyed } from './standard-headers.ts';

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly baseUrl: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Name -> OpenAPI security scheme. */
  readonly security: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Slugs of refusals that any endpoint with a caller can return. */
  readonly everywhere: readonly Slug[];
  /** Lists defined by the installation, by their name in `x-values`. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The security schemes of an endpoint; empty if it is public. */
  readonly credentials: (endpoint: DescribedEndpoint) => readonly string[];
  /** Explains an endpoint's `needs`, and names the refusal of callers who lack it. */
  readonly need: (needs: string) => DescribedNeed;
  /** Requests that the service sends itself, if any. */
  readonly webhooks?: readonly DescribedWebhook[];
}

/** A request that the service sends: name, occasion, headers (name -> description) and body. */
export interface DescribedWebhook {
  readonly name: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: TSchema;
  readonly example: unknown;
}

export interface DescribedNeed {
  readonly sentence: string;
  readonly refusals: readonly Slug[];
}

/** The documented parts of an endpoint of any door. */
export type DescribedEndpoint = Omit<Endpoint<never, string>, 'handle'>;

type Json = Readonly<Record<string, unknown>>;
type Reference = References['answer'];

/** The document. It can cover several doors (the system routes and /v1). */
export function openApiDocument(info: DocumentInfo, endpoints: readonly DescribedEndpoint[]): Json {
  const answered = endpoints.flatMap(({ answers }) => Object.values(answers).flatMap(({ schema }) => schema ?? []));
  const references = openReferences([ProblemDetails, ...answered], info.values);
  references.answer(ProblemDetails);
  const paths: Record<string, Record<string, DescribedOperation>> = Object.create(null);
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(info, endpoint, references);
  }
  const { components, ...operations } = shareComponents({
    paths,
    ...(info.webhooks === undefined ? {} : { webhooks: webhooksOf(info.webhooks, references.answer) }),
  });
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operators of this service', url: info.baseUrl },
    },
    servers: [{ url: info.baseUrl }],
    tags: info.tags,
    ...operations,
    components: {
      schemas: references.components(),
      ...components,
      securitySchemes: info.security,
    },
  };
}

const webhooksOf = (webhooks: readonly DescribedWebhook[], reference: Reference) =>
  Object.fromEntries(
    webhooks.map(({ name, description, headers, body, example }) => [
      name,
      {
        post: {
          operationId: name.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: name,
          description,
          // No sign-in: a header contains the signature.
          security: [],
          parameters: Object.entries(headers).map(([header_name, text]) => header(header_name, text, true)),
          requestBody: { required: true, content: { 'application/json': { schema: reference(body), example } } },
          responses: { '2XX': { description: 'Accepted. Other responses cause a retry.' } },
        },
      },
    ]),
  );

function operation(info: DocumentInfo, endpoint: DescribedEndpoint, references: References): DescribedOperation {
  const credentials = info.credentials(endpoint);
  const isPublic = credentials.length === 0;
  const { needs } = endpoint;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...described([
      endpoint.description ?? `${endpoint.summary.replace(/[.?]?$/, '')}.`,
      needOf(info, endpoint)?.sentence,
    ]),
    tags: [endpoint.tag],
    // The scope is not listed in `security`, because validators reject scopes for schemes other than OAuth.
    ...(isPublic || needs === undefined ? {} : { 'x-required-scope': needs }),
    security: credentials.map((name) => ({ [name]: [] })),
    parameters: parameters(endpoint, references.request, isPublic),
    ...requestBody(endpoint, references.request),
    responses: responses(info, endpoint, references.answer, isPublic),
  };
}

const needOf = (info: DocumentInfo, { needs }: DescribedEndpoint): DescribedNeed | undefined =>
  needs === undefined ? undefined : info.need(needs);

function described(paragraphs: readonly (string | undefined)[]): Json {
  const description = paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n');
  return description === '' ? {} : { description };
}

function parameters(endpoint: DescribedEndpoint, reference: Reference, isPublic: boolean): Json[] {
  const from = (where: 'path' | 'query', shape: TSchema | undefined): Json[] =>
    Object.entries((shape?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => {
      const { description: _, ...rest } = reference(schema);
      const required = where === 'path' || ((shape?.required ?? []) as string[]).includes(name);
      return { name, in: where, required, ...descriptionOf(name, reference(schema)), schema: rest };
    });
  const own = Object.entries(endpoint.headers ?? {}).map(([name, { description, required = false }]) =>
    header(name, description, required),
  );
  const key = isKeyed(endpoint, isPublic)
    ? [
        header(
          'Idempotency-Key',
          `1 to 255 characters, unique per request. A retry with the same key and body ${repetition(endpoint)} ` +
            'for 24 hours.',
          false,
        ),
      ]
    : [];
  return [...from('path', endpoint.params), ...from('query', endpoint.query), ...own, ...key];
}

const repetition = ({ shownOnce }: DescribedEndpoint): string =>
  shownOnce === undefined ? 'replays the first response' : 'creates nothing and returns 409 `already-made`';

const header = (name: string, description: string, required: boolean): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', maxLength: MAX_HEADERS_LENGTH, ...HEADER_SHAPES[name] },
});

/** The server refuses requests with longer headers (431). */
const MAX_HEADERS_LENGTH = 16_384;
const TAG = '(?:W/)?"[^"]*"';
const TAGS = `^\\s*(?:\\*|${TAG}(?:\\s*,\\s*${TAG})*)\\s*$`;
const HEADER_SHAPES: Readonly<Record<string, Json>> = {
  'Idempotency-Key': { minLength: 1, maxLength: 255 },
  'If-Match': { pattern: TAGS },
  'If-None-Match': { pattern: TAGS },
};

function requestBody({ body }: DescribedEndpoint, reference: Reference): Json {
  if (body === undefined) return {};
  const media = { schema: reference(body.schema), ...(body.example === undefined ? {} : { example: body.example }) };
  return {
    requestBody: { required: body.required ?? true, content: { [body.contentType ?? 'application/json']: media } },
  };
}

function responses(
  info: DocumentInfo,
  endpoint: DescribedEndpoint,
  reference: Reference,
  isPublic: boolean,
): Record<string, DescribedResponse> {
  const good = Object.entries(endpoint.answers).map(([status, answer]) => [
    status,
    response(answer, headersOfAnswer(endpoint, Number(status), isPublic), reference),
  ]);
  const slugs = new Set([...endpoint.refusals, ...(isPublic ? [] : info.everywhere)].map(problemSlugOf));
  if (isKeyed(endpoint, isPublic)) slugs.add('idempotency-in-flight').add('idempotency-key-mismatch');
  if (endpoint.shownOnce !== undefined) slugs.add('already-made');
  for (const slug of needOf(info, endpoint)?.refusals ?? []) slugs.add(problemSlugOf(slug));
  for (const slug of checkRefusals(endpoint)) slugs.add(slug);
  // 400 is possible everywhere: for duplicate Authorization headers, or an invalid path, query or body.
  slugs.add('internal').add('not-ready').add('bad-request');
  const byStatus = new Map<number, ProblemSlug[]>();
  for (const slug of slugs) byStatus.set(PROBLEMS[slug].status, [...(byStatus.get(PROBLEMS[slug].status) ?? []), slug]);
  const taken = new Set(Object.keys(endpoint.answers));
  const bad = [...byStatus]
    .filter(([status]) => !taken.has(String(status)))
    .sort(([a], [b]) => a - b)
    .map(([status, names]) => [String(status), problemResponse(info.baseUrl, endpoint, names, reference)]);
  // A route that only redirects describes all other responses in `default`.
  const isRedirect = !good.some(([status]) => String(status).startsWith('2'));
  const other = isRedirect
    ? [['default', problemResponse(info.baseUrl, endpoint, ['internal'], reference)] as const]
    : [];
  return Object.fromEntries([...good, ...bad, ...other]);
}

/** Refusals by the gate's own body checks, apart from 400. */
const checkRefusals = ({ body }: DescribedEndpoint): readonly (keyof typeof PROBLEMS)[] =>
  body === undefined ? [] : ['payload-too-large', 'unsupported-media-type'];

function response(answer: DeclaredAnswer, headers: DescribedHeaders, reference: Reference): DescribedResponse {
  const types = [answer.contentType ?? 'application/json'].flat();
  const media =
    answer.schema === undefined
      ? undefined
      : { schema: reference(answer.schema), ...(answer.example === undefined ? {} : { example: answer.example }) };
  return {
    description: answer.description,
    headers,
    ...(media === undefined ? {} : { content: Object.fromEntries(types.map((type) => [type, media])) }),
    ...(answer.links === undefined ? {} : { links: answer.links }),
  };
}

function problemResponse(
  baseUrl: string,
  endpoint: DescribedEndpoint,
  slugs: readonly ProblemSlug[],
  reference: Reference,
): DescribedResponse {
  const [first = 'internal'] = slugs;
  const example = {
    type: `${baseUrl}/problems/${first}`,
    title: PROBLEMS[first].title,
    status: PROBLEMS[first].status,
    detail: PROBLEMS[first].about,
    instance: `${baseUrl}/requests/01999999-0000-7000-8000-000000000000`,
  };
  return {
    description: slugs.map((slug) => `\`${slug}\`: ${PROBLEMS[slug].about}`).join('\n\n'),
    headers: headersOfProblem(endpoint, slugs),
    content: { 'application/problem+json': { schema: reference(ProblemDetails), example } },
    'x-problem-slugs': slugs,
  };
}
