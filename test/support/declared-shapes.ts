// Reads the service's OpenAPI documents, so that tests can check responses against them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { isEmail } from '../../src/directory/checked.ts';
import { inlined } from './openapi.ts';

interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema: object }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of an OpenAPI document that tests read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** A response as a client got it. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON; undefined if there is none. */
  readonly body: unknown;
}

export interface DeclaredShapes {
  /** Fails the test if a response of a documented route has an undeclared status, header, media type or body. */
  check(method: string, path: string, received: ReceivedAnswer): void;
}

/** Headers that any HTTP response may have: they describe its body and its connection, or are the same everywhere. */
const UNNAMED_HEADERS = new Set([
  ...['cache-control', 'connection', 'content-encoding', 'content-language', 'content-length', 'content-type', 'date'],
  ...['keep-alive', 'strict-transport-security', 'transfer-encoding', 'vary', 'x-content-type-options'],
]);

/**
 * Keyed by the text of the documents. Most services in a process have the same documents, and compiling them takes half
 * a second.
 */
const compiled = new Map<string, DeclaredShapes>();

export function declaredShapes(documents: readonly OpenApi[]): DeclaredShapes {
  const text = JSON.stringify(documents);
  const shapes = compiled.get(text) ?? compiledShapes(documents);
  compiled.set(text, shapes);
  return shapes;
}

function compiledShapes(documents: readonly OpenApi[]): DeclaredShapes {
  const routes = documents.map(inlined).flatMap((document) => {
    // Compiles schemas shared by many responses once instead of inlining them.
    const ajv = new Ajv2020({ allErrors: true, strict: false, inlineRefs: false });
    // The package is CommonJS. Depending on the loader, its export is the function itself or its `default`.
    (formats as unknown as typeof formats.default)(ajv);
    // Mail servers may also accept addresses by RFC 6531. The package only knows RFC 5321.
    ajv.addFormat('idn-email', isEmail);
    ajv.addFormat('iri', (text) => URL.canParse(text));
    ajv.addSchema({ $id: 'openapi', components: { schemas: closed(document.components.schemas) } });
    const checkOf = oncePerText((text) => ajv.compile(closed(absolute(JSON.parse(text))) as object));
    return Object.entries(document.paths).map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      isFixed: !path.includes('{'),
      operations,
      checkOf,
    }));
  });
  routes.sort((a, b) => Number(b.isFixed) - Number(a.isFixed));
  return {
    check(method, path, received) {
      const route = routes.find(({ pattern }) => pattern.test(path.split('?', 1)[0] ?? ''));
      const isHead = method === 'HEAD';
      const operation = route?.operations[isHead ? 'get' : method.toLowerCase()];
      if (route === undefined || operation === undefined) return;
      const { status, headers, body } = received;
      const told = `${method} ${path} ${status}`;
      const answer = operation.responses[status] ?? (status >= 300 ? operation.responses.default : undefined);
      expect(answer, `${told} has a declared status`).toBeDefined();
      expect(undeclaredHeaders(answer?.headers ?? {}, headers), `${told} has declared headers`).toEqual([]);
      if (isHead || (body === undefined && answer?.content === undefined)) return;
      const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
      const types = Object.keys(answer?.content ?? {});
      expect(types, `${told} has a declared media type`).toContain(type);
      const schema = answer?.content?.[type]?.schema;
      if (schema === undefined || typeof body === 'string') return;
      const check = route.checkOf(schema);
      expect(check(body) ? [] : check.errors, `${told} has its declared shape`).toEqual([]);
    },
  };
}

/** Names of headers that are neither declared nor allowed everywhere, and integers that are not written as one. */
function undeclaredHeaders(declared: NonNullable<Response['headers']>, received: Headers): string[] {
  const known = new Map(Object.entries(declared).map(([name, { schema }]) => [name.toLowerCase(), schema]));
  return [...received].flatMap(([name, value]) => {
    const schema = known.get(name);
    if (schema === undefined) return UNNAMED_HEADERS.has(name) ? [] : [name];
    return 'type' in schema && schema.type === 'integer' && !/^\d+$/.test(value) ? [`${name}: ${value}`] : [];
  });
}

/** Compiling a schema takes a thousand times as long as validating with it. */
function oncePerText(compile: (text: string) => ValidateFunction): (schema: object) => ValidateFunction {
  const bySchema = new WeakMap<object, ValidateFunction>();
  const byText = new Map<string, ValidateFunction>();
  return (schema) => {
    const known = bySchema.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    const check = byText.get(text) ?? compile(text);
    bySchema.set(schema, check);
    byText.set(text, check);
    return check;
  };
}

/** The document leaves responses open to future members. Tests require every member to be declared. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = members.type === 'object' && members.properties !== undefined && !('additionalProperties' in members);
  return isOpen ? { ...members, additionalProperties: false } : members;
}

/** Turns the document's internal references into references to the schema that contains it. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' ? String(member).replace(/^#/, 'openapi#') : absolute(member),
    ]),
  );
}
