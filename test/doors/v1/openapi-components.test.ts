// Each response, parameter and header appears once in a document, so that generators create one type for it and reviews
// show a change in one place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlined } from '../../support/openapi.ts';
import { type World, world } from '../../support/world.ts';

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, Json & { readonly headers?: Readonly<Record<string, Json>> }>>;
}
type Methods = Readonly<Record<string, Operation>>;
interface Document {
  readonly paths: Readonly<Record<string, Methods>>;
  readonly webhooks?: Readonly<Record<string, Methods>>;
  readonly components: Readonly<Record<string, Json>>;
}

const SECTIONS = ['responses', 'parameters', 'headers', 'schemas'];

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

describe.each(['/openapi.json', '/manage/openapi.json'])('%s', (path) => {
  const read = async (): Promise<Document> => (await service.anyone.get<Document>(path)).body;

  test('repeats no inline response', async () => {
    const { paths, webhooks = {}, components } = await read();
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(Object.values<Operation>);
    const responses = operations.flatMap((operation) => Object.values(operation.responses));
    const headers = [...responses, ...Object.values(components.responses ?? {})].flatMap(
      (response) => Object.values((response as Operation['responses'][string]).headers ?? {}) as Json[],
    );
    expect(responses.length).toBeGreaterThan(200);
    expect(responses.filter((response) => 'x-problem-slugs' in response)).toEqual([]);
    for (const found of [responses, operations.flatMap(({ parameters }) => parameters), headers])
      expect(inlineTwice(found)).toEqual([]);
  });

  test('resolves every reference to the operations that the endpoints declare', async () => {
    const document = await read();
    const whole = inlined(document);
    expect(JSON.stringify([whole.paths, whole.webhooks]).match(/#\/components\/(?!schemas\/)/g)).toBeNull();
    for (const { operationId, parameters, responses } of Object.values(whole.paths).flatMap(Object.values<Operation>)) {
      for (const { name, in: where, schema } of parameters)
        expect([operationId, typeof name, typeof where, typeof schema]).toEqual([
          operationId,
          'string',
          'string',
          'object',
        ]);
      for (const [status, { description, headers = {} }] of Object.entries(responses)) {
        expect([operationId, status, typeof description]).toEqual([operationId, status, 'string']);
        for (const header of Object.values(headers)) expect(typeof header.schema).toBe('object');
      }
    }
  });

  test('declares the headers of contract 4.3 on every response that can have them', async () => {
    const { paths } = inlined(await read());
    for (const { operationId, parameters, responses } of Object.values(paths).flatMap(Object.values<Operation>)) {
      const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
      const isLimited = '429' in responses;
      const mayReplay = isKeyed && !JSON.stringify(responses['409'] ?? {}).includes('already-made');
      for (const [status, { headers = {}, ...response }] of Object.entries(responses)) {
        const mayRetry = /429|503/.test(status) || JSON.stringify(response).includes('`idempotency-in-flight`');
        const expected = [
          'Request-Id',
          ...(isLimited ? ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'RateLimit-Remaining'] : []),
          ...(mayReplay && /^2/.test(status) ? ['Idempotent-Replayed'] : []),
          ...(mayRetry ? ['Retry-After'] : []),
          ...(status === '304' && responses['200']?.headers?.ETag !== undefined ? ['ETag'] : []),
        ];
        expect([operationId, status, Object.keys(headers)]).toEqual([
          operationId,
          status,
          expect.arrayContaining(expected),
        ]);
      }
    }
  });

  test('names components so that every generator can use the names, and refers to each of them', async () => {
    const document = await read();
    const text = JSON.stringify(document);
    const names = SECTIONS.flatMap((section) => Object.keys(document.components[section] ?? {}));
    // Some generators put all kinds of components into one namespace.
    const folded = names.map((name) => name.toLowerCase());
    expect(names.filter((name, place) => folded.indexOf(name.toLowerCase()) !== place)).toEqual([]);
    expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    const unused = SECTIONS.flatMap((section) =>
      Object.keys(document.components[section] ?? {}).filter(
        (name) => !text.includes(`"#/components/${section}/${name}"`),
      ),
    );
    expect(unused).toEqual([]);
  });
});

function inlineTwice(values: readonly Json[]): string[] {
  const texts = values.filter((value) => !('$ref' in value)).map((value) => JSON.stringify(value));
  return texts.filter((text, place) => texts.indexOf(text) !== place);
}
