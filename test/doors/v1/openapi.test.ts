import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inlined } from '../../support/openapi.ts';
import { type World, world } from '../../support/world.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-required-scope'?: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, Media>>;
        readonly links?: Readonly<Record<string, { readonly operationId: string; readonly parameters: object }>>;
        readonly 'x-problem-slugs'?: readonly string[];
      }
    >
  >;
}
interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation & { readonly tags: readonly string[] }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Contract 4.2, row by row: method, path, scope, and the statuses in the row. */
const SPEC = `
GET    /v1/me                                              any            200
GET    /v1/authoring-guide                                 trails:read    200
GET    /v1/trails                                          trails:read    200 400
POST   /v1/trails                                          trails:write   201 422
GET    /v1/trails/{trail_id}                               trails:read    200 304 404
PATCH  /v1/trails/{trail_id}                               trails:write   200
DELETE /v1/trails/{trail_id}                               trails:write   204
GET    /v1/trails/{trail_id}/document                      trails:read    200
PUT    /v1/trails/{trail_id}/document                      trails:write   200 412 422 428
POST   /v1/trails/{trail_id}/publish                       trails:publish 200 409 422
POST   /v1/trails/{trail_id}/unpublish                     trails:publish 200
POST   /v1/trails/{trail_id}/archive                       trails:publish 200
POST   /v1/trails/{trail_id}/unarchive                     trails:publish 200
GET    /v1/trails/{trail_id}/versions                      trails:read    200
GET    /v1/trails/{trail_id}/versions/{version}            trails:read    200
POST   /v1/trails/{trail_id}/versions/{version}/restore    trails:write   200
GET    /v1/trails/{trail_id}/grants                        trails:read    200
POST   /v1/trails/{trail_id}/grants                        trails:write   200 422
DELETE /v1/trails/{trail_id}/grants/{user_id}              trails:write   200
POST   /v1/trails/{trail_id}/surfacing-test                trails:write   200
POST   /v1/trails/{trail_id}/run-examples                  trails:write   200 422
POST   /v1/content-assets                                  trails:write   201 413 415`;

const rows = SPEC.trim()
  .split('\n')
  .map((line) => line.split(/\s+/))
  .map(([method = '', path = '', scope = '', ...statuses]) => ({
    method: method.toLowerCase(),
    path,
    scope,
    statuses,
  }));

let service: World;
let document: Document;
beforeAll(async () => {
  service = await world();
  document = inlined((await service.anyone.get<Document>('/openapi.json')).body);
});
afterAll(() => service.close());

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

test('describes every route of contract 4.2 in order, with scope and statuses, and no other route of /v1', () => {
  const described = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(new Set(described)).toEqual(new Set(rows.map(({ method, path }) => `${method} ${path}`)));
  expect([...new Set(described.map((entry) => entry.split(' ')[1]))]).toEqual([
    ...new Set(rows.map(({ path }) => path)),
  ]);
  for (const { method, path, scope, statuses } of rows) {
    const operation = document.paths[path]?.[method];
    expect([path, operation?.['x-required-scope'] ?? 'any']).toEqual([path, scope]);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining([...statuses, '401', '403', '429']));
  }
});

test('gives every operation a unique id, a summary and a known tag, and declares every path parameter', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(operation.tags.every((tag) => tags.has(tag))).toBe(true);
      const declared = operation.parameters.filter(({ in: where }) => where === 'path').map(({ name }) => `{${name}}`);
      expect(declared.sort()).toEqual([...path.matchAll(/\{\w+\}/g)].map(([name]) => name).sort());
    }
  }
});

test('declares If-Match, a date and their failure for every operation on a trail (Decision 62)', () => {
  const onTrails = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/trails/{trail_id}'))
    .flatMap(([, methods]) => Object.values(methods));
  expect(onTrails.length).toBeGreaterThan(15);
  for (const { operationId, parameters, responses } of onTrails) {
    const headers = parameters.filter(({ in: where }) => where === 'header').map(({ name }) => name);
    // If If-Match is required, the date is ignored.
    const wanted = operationId === 'saveTrailDocument' ? ['If-Match'] : ['If-Match', 'If-Unmodified-Since'];
    expect([operationId, headers]).toEqual([operationId, expect.arrayContaining(wanted)]);
    expect([operationId, responses['412']?.['x-problem-slugs']]).toEqual([operationId, ['revision-conflict']]);
  }
});

test('uses only valid JSON Schema 2020-12, as the service assumes', async () => {
  const { body: manage } = await service.anyone.get<Document>('/manage/openapi.json');
  const ajv = new Ajv2020({ strict: false });
  for (const { paths, components } of [document, inlined(manage)]) {
    const shapes = [...Object.values(components.schemas), ...schemasIn(paths)];
    expect(shapes.length).toBeGreaterThan(100);
    for (const shape of shapes)
      expect(ajv.validateSchema(shape) ? [] : ajv.errors, JSON.stringify(shape).slice(0, 200)).toEqual([]);
  }
});

/** All `schema` members in the value. */
const schemasIn = (value: unknown): object[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => (name === 'schema' ? [member as object] : schemasIn(member)));

test('links only to operations that accept the named parameters', () => {
  const known = new Map(operations().map((operation) => [operation.operationId, operation]));
  const links = operations().flatMap(({ responses }) =>
    Object.values(responses).flatMap((response) => Object.values(response.links ?? {})),
  );
  expect(links.length).toBeGreaterThan(20);
  for (const { operationId, parameters } of links) {
    const taken = (known.get(operationId)?.parameters ?? []).map(({ name }) => name);
    expect([operationId, taken]).toEqual([operationId, expect.arrayContaining(Object.keys(parameters))]);
  }
});

test('gives examples that match their shapes', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (formats as unknown as typeof formats.default)(ajv);
  const text = JSON.stringify(document.components).replaceAll('"#/components', '"openapi#/components');
  ajv.addSchema({ $id: 'openapi', components: JSON.parse(text) });
  const media = operations().flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((one) =>
      Object.values(one?.content ?? {}).map((value) => ({ operationId, ...value })),
    ),
  );
  const examples = media.filter(({ example }) => example !== undefined);
  expect(examples.length).toBeGreaterThan(50);
  for (const { operationId, schema, example } of examples) {
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')));
    expect([operationId, check(example), check.errors ?? []]).toEqual([operationId, true, []]);
  }
});

test('names the shapes of contract 2 as components', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining([
      ...['TrailDocument', 'TrailTrigger', 'TriggerExample', 'TrailPrompt', 'TrailResource', 'TrailDetailResource'],
      ...['ValidationIssue', 'PersonRef', 'TrailListResponse', 'GrantResource', 'AddGrantBody', 'VersionResource'],
      ...['VersionDetailResource', 'ContentAssetResource', 'CreateTrailBody', 'UpdateTrailBody', 'RunExamplesBody'],
      ...[
        'RunExamplesResource',
        'ExampleRunResult',
        'SurfacingTestsSummary',
        'SurfacingTestBody',
        'SurfacingTestResource',
      ],
      ...['TrailRef', 'MeResponse', 'CatalogRef', 'CredentialRef', 'ApiMetadata', 'HealthResponse', 'AuthoringGuide'],
      ...['ExistingTrailRef', 'ProblemDetails'],
    ]),
  );
});
