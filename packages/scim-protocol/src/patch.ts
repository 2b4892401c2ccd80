// Applies the steps of a PATCH to a resource in memory (RFC 7644 3.5.2). Groups with many members use group-patch.ts
// instead. All or nothing: the input never changes.
import type { Attribute } from './attribute.ts';
import { type AttributeTarget, targetName } from './attribute-path.ts';
import { readSlot, schemasOf, writeSlot } from './attribute-slot.ts';
import { readSingle, readValue } from './attribute-value.ts';
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from './json.ts';
import { type AttributeChange, patchElements } from './patch-elements.ts';
import { checkReadOnly, isTolerated } from './patch-read-only.ts';
import { atPosition, type PatchOptions, type PatchStep } from './patch-request.ts';
import { patchUnknown } from './patch-unknown.ts';
import { type PatchWork, patchWork } from './patch-work.ts';
import type { ResourceType } from './resource-type.ts';
import { scimError } from './scim-error.ts';

export interface PatchResult {
  readonly resource: JsonObject;
  /** False if the resource is the same JSON as before: nothing to store, no new version. */
  readonly changed: boolean;
}

/**
 * The resource after all steps, in canonical form. Errors are 400 and name the operation: `mutability` (read-only
 * attribute written, or required attribute removed), `noTarget` (a value path selects nothing and cannot create an
 * element) or `invalidValue` (also if the operations exceed the work limit).
 */
export function applyPatch(
  type: ResourceType,
  resource: JsonObject,
  steps: readonly PatchStep[],
  options: PatchOptions = {},
): PatchResult {
  const draft = structuredClone(resource);
  const work = patchWork();
  for (const step of steps) atPosition(step.position, () => applyStep(draft, step, options.strict ?? false, work));
  const patched = { ...draft, schemas: schemasOf(type, draft) };
  return { resource: patched, changed: !sameJson(patched, { ...resource, schemas: schemasOf(type, resource) }) };
}

function applyStep(draft: JsonObject, { path, verb, value }: PatchStep, strict: boolean, work: PatchWork): void {
  const sent = verb === 'remove' || value === null ? undefined : value;
  if (path.kind === 'extension') delete draft[path.schema.id];
  else if (path.kind === 'unknown') patchUnknown(draft, path, verb, value ?? undefined, work);
  else writeAttribute(draft, { target: path.target, where: path.where, verb, value, strict }, sent, work);
}

function writeAttribute(
  draft: JsonObject,
  change: AttributeChange,
  sent: JsonValue | undefined,
  work: PatchWork,
): void {
  const { target, verb, value, strict } = change;
  if (isTolerated(draft, change)) return;
  checkReadOnly(target);
  if (strict && verb === 'remove' && value !== undefined) throw scimError('invalidValue', 'remove takes no value.');
  if (target.attribute.multiValued) patchElements(draft, change, work);
  else if (target.sub) writeSub(draft, target, target.sub, sent, strict);
  else writeWhole(draft, target, sent, strict);
}

function writeWhole(draft: JsonObject, target: AttributeTarget, value: JsonValue | undefined, strict: boolean): void {
  const { attribute } = target;
  const name = targetName(target);
  const read = value === undefined ? undefined : readValue(attribute, value, name, strict);
  if (attribute.required && (typeof read !== 'string' || read.trim() === '')) {
    throw scimError(value === undefined ? 'mutability' : 'invalidValue', `${name} is required and must not be blank.`);
  }
  const cleared = attribute.name === 'externalId' && read === '';
  const existing = readSlot(draft, target);
  // RFC 7644 3.5.2.3: replace only the sub-attributes that were sent.
  const merges = isJsonObject(read) && isJsonObject(existing) && !isReference(target);
  writeSlot(draft, target, merges ? { ...existing, ...read } : cleared ? undefined : read);
}

function writeSub(
  draft: JsonObject,
  target: AttributeTarget,
  sub: Attribute,
  value: JsonValue | undefined,
  strict: boolean,
): void {
  const read = value === undefined ? undefined : readSingle(sub, value, targetName(target), strict);
  const existing = readSlot(draft, target);
  const kept = isJsonObject(existing) && !(isReference(target) && sub.name === 'value') ? existing : {};
  const { [sub.name]: _, ...rest } = kept;
  const next = read === undefined ? rest : { ...rest, [sub.name]: read };
  // An empty manager.value clears the manager. A complex attribute without contents is unassigned.
  writeSlot(draft, target, readValue(target.attribute, next, targetName(target), false));
}

// The parts of a reference (value, $ref, displayName) belong together, so a new manager replaces all of them.
const isReference = ({ attribute }: AttributeTarget): boolean =>
  attribute.subAttributes.some(({ type }) => type === 'reference');
