// The operations of the OpenAPI documents, as the access tests read them.
import { readFileSync } from 'node:fs';
import { inlined } from '../../support/openapi.ts';

export type Schema = Readonly<Record<string, unknown>>;
export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-required-scope'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { readonly 'x-problem-slugs'?: readonly string[] }>>;
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

/** An operation with its address, and the schemas that its body refers to. */
export interface Placed {
  readonly method: string;
  /** With `{name}` parameters. */
  readonly path: string;
  readonly operation: Operation;
  readonly schemas: Schemas;
}

/** Every operation of the document, in its order. */
export function operationsOf(document: OpenApi): Placed[] {
  const { paths, components } = inlined(document);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      schemas: components.schemas,
    })),
  );
}

/**
 * The last reviewed documents. If the requirements of an operation change, the access tests fail until `npm run
 * openapi` has updated the documents and docs/access.md for review.
 */
export const reviewedDocuments = (): OpenApi[] =>
  ['docs/openapi.snapshot.json', 'docs/manage/openapi.snapshot.json'].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as OpenApi,
  );
