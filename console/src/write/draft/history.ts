// What was changed in a draft, step by step: undo and redo over text and structure alike. Pure.
import { isSame } from '../../parts/forms/same.ts';
import { FIELDS } from './fields.ts';
import type { FullDocument } from './full-document.ts';

export interface History {
  readonly past: readonly FullDocument[];
  readonly future: readonly FullDocument[];
  /** The field of the last step and when it was made: typing on in it is the same step. */
  readonly path: string;
  readonly at: number;
}

export const NO_HISTORY: History = { past: [], future: [], path: '', at: 0 };

const MOST_STEPS = 200;
const TYPING_MS = 1_000;

/** The history after `before` became `after` at that time (ms). */
export function remembered(history: History, before: FullDocument, after: FullDocument, at: number): History {
  const path = typedPath(before, after);
  const isTypingOn = path !== '' && path === history.path && at - history.at < TYPING_MS && history.past.length > 0;
  if (isTypingOn) return { ...history, future: [], at };
  return { past: [...history.past, before].slice(-MOST_STEPS), future: [], path, at };
}

interface Step {
  readonly document: FullDocument;
  readonly history: History;
}

/** One step back from `now`; undefined where there is none. */
export function undone(history: History, now: FullDocument): Step | undefined {
  const document = history.past.at(-1);
  if (document === undefined) return undefined;
  return { document, history: { past: history.past.slice(0, -1), future: [now, ...history.future], path: '', at: 0 } };
}

/** One step forward again. */
export function redone(history: History, now: FullDocument): Step | undefined {
  const [document, ...future] = history.future;
  if (document === undefined) return undefined;
  return { document, history: { past: [...history.past, now], future, path: '', at: 0 } };
}

/** The one field whose text changed, its list as long as it was; empty for a change of structure, a step of its own. */
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
