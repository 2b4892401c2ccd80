// The undo history of a draft, for text and structure alike.
import { isSame } from '../../parts/forms/same.ts';
import { FIELDS } from './fields.ts';
import type { FullDocument } from './full-document.ts';

export interface History {
  readonly past: readonly FullDocument[];
  readonly future: readonly FullDocument[];
  /** The field and time of the last step. Further typing in that field belongs to the same step. */
  readonly path: string;
  readonly at: number;
}

export const NO_HISTORY: History = { past: [], future: [], path: '', at: 0 };

const MAX_STEPS = 200;
const TYPING_MS = 1_000;

/** Adds the change from `before` to `after` at the given time (ms). */
export function remembered(history: History, before: FullDocument, after: FullDocument, at: number): History {
  const path = typedPath(before, after);
  const isTypingOn = path !== '' && path === history.path && at - history.at < TYPING_MS && history.past.length > 0;
  if (isTypingOn) return { ...history, future: [], at };
  return { past: [...history.past, before].slice(-MAX_STEPS), future: [], path, at };
}

interface Step {
  readonly document: FullDocument;
  readonly history: History;
}

/** Undo. Undefined if there is nothing to undo. */
export function undone(history: History, now: FullDocument): Step | undefined {
  const document = history.past.at(-1);
  if (document === undefined) return undefined;
  return { document, history: { past: history.past.slice(0, -1), future: [now, ...history.future], path: '', at: 0 } };
}

/** Redo. Undefined if there is nothing to redo. */
export function redone(history: History, now: FullDocument): Step | undefined {
  const [document, ...future] = history.future;
  if (document === undefined) return undefined;
  return { document, history: { past: [...history.past, now], future, path: '', at: 0 } };
}

/**
 * The one field whose text changed. Empty if several fields, a list's length or a structure changed, which is always a
 * step by itself.
 */
function typedPath(before: FullDocument, after: FullDocument): string {
  const changed = FIELDS.filter(({ get }) => !isSame(get(before), get(after)));
  const [field] = changed;
  if (changed.length !== 1 || field === undefined) return '';
  const [was, is] = [field.get(before), field.get(after)];
  if (!Array.isArray(was) || !Array.isArray(is)) return typeof is === 'string' ? field.path : '';
  if (was.length !== is.length) return '';
  const places = is.flatMap((item, index) => (isSame(item, was[index]) ? [] : [index]));
  return places.length === 1 ? `${field.path}[${places[0]}]` : '';
}
