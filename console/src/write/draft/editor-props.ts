// The props that all parts of the editor share: the draft, how to change it, and related data.
import type { Issue } from '../../api/problem.ts';
import type { ExampleRun, Provider } from '../../api/trails.ts';
import type { FullDocument } from './full-document.ts';

/** A run together with its examples. */
export interface RunOver {
  readonly run: ExampleRun;
  readonly examples: FullDocument['trigger']['examples'];
}

export interface EditorProps {
  readonly trailId: string;
  readonly document: FullDocument;
  readonly change: (next: FullDocument) => void;
  readonly update: (next: (now: FullDocument) => FullDocument) => void;
  readonly issues: readonly Issue[];
  readonly providers: readonly Provider[];
  /** The last run of exactly these examples, if any. */
  readonly run: ExampleRun | undefined;
  readonly readOnly: boolean;
}
