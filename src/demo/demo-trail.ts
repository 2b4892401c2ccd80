// A trail of the demo: its published versions, its draft, and its status.
import type { TrailDocument } from '../trails/document/document.ts';

export interface DemoTrail {
  /** Earlier drafts, each published as a version with its note. */
  readonly versions: readonly { readonly document: TrailDocument; readonly note: string }[];
  /** Saved after the last version but not published. If absent, employees see the stored document. */
  readonly draft?: TrailDocument;
  readonly status: 'draft' | 'live' | 'archived';
}
