// Bodies that contain a trail document, and optional bodies. They are read in the order of Decision 5. Findings about
// the document and about the rest of the body come in one response.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import { errorAt, sentenceIn } from '../../base/field-finding.ts';
import { type Findings, invalidBody } from '../../base/issue.ts';
import { findFindings } from '../../base/shape.ts';
import { requireMediaType } from '../../http/bodies/body.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { TrailDocument } from '../../trails/document/document.ts';
import { draftFindings } from '../../trails/document/validate-document.ts';
import { proposedDocument } from '../../trails/editing/create-trail.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';

type AnyCall = Pick<Call<Caller>, 'headers' | 'bytes' | 'object' | 'isBodyEmpty'>;
type JsonObject = Readonly<Record<string, unknown>>;

/** Checks media type and size before any precondition. Fails with `unsupported-media-type` and `payload-too-large`. */
export async function receiveJson(call: AnyCall): Promise<void> {
  requireMediaType(call.headers, ['application/json']);
  await call.bytes();
}

/** Like `receiveJson`, if there is a body. */
export const receiveOptionalJson = async (call: AnyCall): Promise<void> =>
  call.isBodyEmpty() ? undefined : receiveJson(call);

/** The body, or an empty object if it is missing. Fails for the same reasons as `call.json`. */
export async function optionalJson<Shape extends TSchema>(call: AnyCall, shape: Shape): Promise<JsonObject> {
  const body = (await call.object(true)) ?? {};
  requireNone(findFindings(shape, body));
  return body;
}

/**
 * Splits the body into the document, validated as a draft (null if absent or null), and the rest. Paths of findings in
 * the document start at the document, as in publish_issues.
 */
export function splitDocument(
  body: JsonObject,
  shape: TObject,
  rules: TrailRules,
): { readonly rest: JsonObject; readonly document: TrailDocument | null } {
  const { document = null, ...rest } = body;
  const within = document === null ? NO_FINDINGS : findingsWithin(document, rules);
  requireNone(both(within, findFindings(shapeAround(shape), rest)));
  return { rest, document: document as TrailDocument | null };
}

/** The document of a CreateTrailBody, validated as a draft. Fails with `validation`. */
export function documentToCreate(body: JsonObject, shape: TObject, rules: TrailRules): TrailDocument {
  const { document: _document, ...rest } = body;
  const proposed = proposedDocument(body);
  const within = findingsWithin(proposed, rules);
  // The body's title may also be the document's title. Report its findings only once.
  const around = findFindings(shapeAround(shape), rest);
  const fields = new Set(within.issues.map(({ field }) => field));
  requireNone(both(within, { ...around, issues: around.issues.filter(({ field }) => !fields.has(field)) }));
  return proposed as TrailDocument;
}

/** Paths start inside the document. If the document is not an object, its finding names its place in the body. */
function findingsWithin(document: unknown, { schema }: TrailRules): Findings {
  const { issues, omitted } = draftFindings(document, schema);
  return {
    issues: issues.map((issue) => (issue.field === '' ? errorAt('document', sentenceIn(issue)) : issue)),
    omitted,
  };
}

const NO_FINDINGS: Findings = { issues: [], omitted: 0 };

const both = (one: Findings, other: Findings): Findings => ({
  issues: [...one.issues, ...other.issues],
  omitted: one.omitted + other.omitted,
});

function requireNone(findings: Findings): void {
  if (findings.issues.length > 0) throw invalidBody(findings);
}

const around = new WeakMap<TObject, TObject>();

/** The body's shape without the document. Cached, so that it is compiled only once. */
function shapeAround(shape: TObject): TObject {
  const known = around.get(shape);
  if (known !== undefined) return known;
  const { document: _document, ...properties } = shape.properties;
  const made = Type.Object(properties, { additionalProperties: false });
  around.set(shape, made);
  return made;
}
