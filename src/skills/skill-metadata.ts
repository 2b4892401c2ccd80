// The metadata of a skill (`metadata.trail`): fields that are not in the text, or that the text does not preserve
// exactly. With it, importing an export gives the same document.
import { createHash } from 'node:crypto';
import type { FullDocument } from '../trails/document/full-document.ts';
import type { TrailPrompt, TriggerExample } from '../trails/document/trail-fields.ts';
import { readBody } from './skill-body.ts';
import { describedFields } from './skill-description.ts';

/** Parts of a document that the description does not have. `exact` holds whatever the text form would lose. */
export interface CarriedFields {
  readonly when?: string;
  readonly keywords?: readonly string[];
  readonly tools?: readonly string[];
  readonly feedback_enabled?: boolean;
  readonly examples?: readonly TriggerExample[];
  readonly prompt_ids?: readonly string[];
  readonly exact?: {
    readonly title?: string;
    readonly target_role?: string;
    readonly description?: string;
    readonly setup_guide?: string;
    readonly prompts?: readonly TrailPrompt[];
  };
  /** Digests of the text and the skill's description, to detect later edits. */
  readonly text: string;
  readonly description: string;
}

/** The fields to carry in addition to `text`. */
export function carriedOf(
  document: FullDocument,
  text: string,
  description: string,
  withExamples: boolean,
): CarriedFields {
  const { when, keywords, examples } = document.trigger;
  const ids = document.prompts.map(({ id }) => id ?? '');
  const exact = differences(document, text);
  const described = describedFields(description);
  const isSaid = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);
  return {
    ...(when === described.when ? {} : { when }),
    ...(isSaid(keywords, described.keywords) ? {} : { keywords }),
    ...(isSaid(document.tools, described.tools) ? {} : { tools: document.tools }),
    ...(document.feedback_enabled ? {} : { feedback_enabled: false }),
    ...(withExamples && examples.length > 0 ? { examples } : {}),
    ...(ids.every((id) => id === '') ? {} : { prompt_ids: ids }),
    ...(Object.keys(exact).length === 0 ? {} : { exact }),
    text: shortDigest(text),
    description: shortDigest(description),
  };
}

function differences(document: FullDocument, text: string): NonNullable<CarriedFields['exact']> {
  const read = readBody(text);
  const prompts = document.prompts.map(({ label, body }) => ({ label, body }));
  return {
    ...(read.title === document.title ? {} : { title: document.title }),
    ...(read.target_role === document.target_role ? {} : { target_role: document.target_role }),
    ...(read.description === document.description ? {} : { description: document.description }),
    ...(read.setup_guide === document.setup_guide ? {} : { setup_guide: document.setup_guide }),
    ...(JSON.stringify(read.prompts) === JSON.stringify(prompts) ? {} : { prompts }),
  };
}

/** The first 16 hex digits of the SHA-256. */
export const shortDigest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Serializes to JSON in printable ASCII without angle brackets, so that it contains no HTML and no characters that
 * people cannot see but models read.
 */
export const metadataText = (fields: CarriedFields): string =>
  JSON.stringify(fields).replace(
    /[<>\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
