// A checked document on its way into the store: defaults filled in, prompt ids given, publish issues worked out.

import { searchTextOf } from '../catalog/search-text.ts';
import { publishIssues } from '../checks/publish-checks.ts';
import type { TrailDocument } from '../document/document.ts';
import { type FullDocument, withDefaults } from '../document/full-document.ts';
import { listedColumns } from '../document/listed-fields.ts';
import { assignPromptIds } from '../document/prompt-ids.ts';
import type { TrailRules } from '../trail-rules.ts';
import type { StoredDraft } from '../trail-write-store.ts';

/** The draft to store. Prompts without an id find theirs in `previous`, the draft that this one replaces. */
export function storedDraft(
  document: TrailDocument | FullDocument,
  previous: FullDocument | undefined,
  rules: TrailRules,
): StoredDraft {
  const given = withDefaults(document);
  const full = { ...given, prompts: assignPromptIds(given.prompts, previous?.prompts ?? []) };
  return {
    document: JSON.stringify(full),
    listed: listedColumns(full),
    prompt_count: full.prompts.length,
    search_text: searchTextOf(full),
    // Whatever was known of the examples was known of another draft.
    publish_issues: JSON.stringify(publishIssues(full, { tests: null, ownImagePrefix: rules.ownImagePrefix })),
  };
}
