// A trail of the demo: what was published of it, what its authors work on, and where it stands.
import type { TrailDocument } from '../trails/document/document.ts';

export interface DemoTrail {
  /** Earlier drafts of it are published first, one version each, with their notes. */
  readonly versions: readonly { readonly document: TrailDocument; readonly note: string }[];
  /** Saved after the last version and not published; absent: employees see what is stored. */
  readonly draft?: TrailDocument;
  readonly status: 'draft' | 'live' | 'archived';
}
