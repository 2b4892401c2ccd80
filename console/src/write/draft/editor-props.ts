// What every part of the editor gets: the draft, how to change it, and what is known of it.
import type { Issue } from '../../api/problem.ts';
import type { ExampleRun, Provider } from '../../api/trails.ts';
import type { FullDocument } from './full-document.ts';

/** A run, and the examples that it was over. */
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
  /** The last run over exactly these examples, if there was one. */
  readonly run: ExampleRun | undefined;
  readonly readOnly: boolean;
}
