// Programs and models know the API from its documents alone: every parameter and member has a description, and every
// text and list that a request can contain has a bound.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inlined } from '../support/openapi.ts';

type Shape = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly description?: string; readonly schema: Shape }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Shape }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> };
}

/** What a rule finds in a shape, without the shapes in it. */
type Rule = (shape: Shape, place: string) => readonly string[];

const FIXED_LENGTH = new Set(['uuid', 'date-time', 'date', 'binary']);

describeDocument('docs/openapi.snapshot.json');
describeDocument('docs/manage/openapi.snapshot.json');

function describeDocument(file: string): void {
  const document = inlined(JSON.parse(readFileSync(file, 'utf8')) as Document);
  const operations = Object.values(document.paths).flatMap(Object.values<Operation>);

  test(`${file} describes every parameter and member`, () => {
    const members: Rule = ({ properties = {} }, place) =>
      Object.entries(properties as Readonly<Record<string, Shape>>)
        .filter(([, { description = '' }]) => description === '')
        .map(([name]) => `${place}.${name}`);
    const parameters = operations.flatMap(({ operationId, parameters: all }) =>
      all.filter(({ description = '' }) => description === '').map(({ name }) => `${operationId}?${name}`),
    );
    expect([...parameters, ...found(document.paths, members), ...found(document.components.schemas, members)]).toEqual(
      [],
    );
  });

  test(`${file} bounds every text and list of requests`, () => {
    const unbounded: Rule = (shape, place) => {
      const types = [shape.type].flat();
      const isFixed = shape.enum !== undefined || shape.const !== undefined || FIXED_LENGTH.has(String(shape.format));
      const isFree = types.includes('string') && !isFixed && shape.contentMediaType === undefined;
      return [
        ...(isFree && shape.maxLength === undefined ? [place] : []),
        ...(types.includes('array') && shape.maxItems === undefined ? [`${place}[]`] : []),
      ];
    };
    const sent = operations.flatMap(({ operationId, parameters, requestBody }) => [
      ...parameters.map(({ name, schema }) => [`${operationId}?${name}`, schema] as const),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => [operationId, schema] as const),
    ]);
    expect(sent.flatMap(([place, schema]) => found(schema, unbounded, place, document))).toEqual([]);
  });
}

/** Everything that the rule finds. References are followed if the document is given. */
function found(value: unknown, rule: Rule, place = '', document?: Document, seen = new Set<string>()): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$ref' in value && typeof value.$ref === 'string') {
    const name = value.$ref.split('/').at(-1) ?? '';
    if (document === undefined || seen.has(name)) return [];
    return found(document.components.schemas[name], rule, name, document, new Set([...seen, name]));
  }
  const within = Object.entries(value).flatMap(([name, member]) =>
    /^examples?$/.test(name) ? [] : found(member, rule, place === '' ? name : `${place}.${name}`, document, seen),
  );
  return [...rule(value as Shape, place), ...within];
}
