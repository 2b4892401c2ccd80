// Reads the service's OpenAPI documents, so that tests can check responses against them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import { isEmail } from '../../src/directory/checked.ts';
import { inlined } from './openapi.ts';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>>;
}

/** The parts of an OpenAPI document that tests read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface DeclaredShapes {
  /** Fails the test if a documented route responds with a status or body that it does not declare. */
  check(method: string, path: string, status: number, body: unknown): void;
}

/** Statuses that any route may return without declaring them: unknown methods, and HEAD and OPTIONS of known paths. */
const UNNAMED = new Set([304, 405]);

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
    ajv.addFormat('email', isEmail);
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
    check(method, path, status, body) {
      const route = routes.find(({ pattern }) => pattern.test(path.split('?', 1)[0] ?? ''));
      const operation = route?.operations[method.toLowerCase()];
      if (route === undefined || operation === undefined || UNNAMED.has(status)) return;
      const answer = operation.responses[status];
      expect(answer, `${method} ${path} declares the status ${status} it answered`).toBeDefined();
      const schema = Object.values(answer?.content ?? {})[0]?.schema;
      expect(schema ?? body, `${method} ${path} declares the content it answered ${status} with`).toBe(schema);
      if (schema === undefined || typeof body === 'string') return;
      const check = route.checkOf(schema);
      expect(check(body) ? [] : check.errors, `${method} ${path} answers ${status} in its declared shape`).toEqual([]);
    },
  };
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
