// Prepares a validated document for storage: adds defaults and prompt ids, and computes publish issues.

import type { ValidationIssue } from '../../base/issue.ts';
import { searchTextOf } from '../catalog/search-text.ts';
import { publishIssues } from '../checks/publish-checks.ts';
import { defaultSafetyIssues } from '../checks/safety-checks.ts';
import type { TrailDocument } from '../document/document.ts';
import { type FullDocument, withDefaults } from '../document/full-document.ts';
import { listedColumns } from '../document/listed-fields.ts';
import { assignPromptIds } from '../document/prompt-ids.ts';
import type { TrailRules } from '../trail-rules.ts';
import type { StoredDraft } from '../trail-write-store.ts';

/**
 * The draft to store. Prompts without an id take theirs from `previous`, the draft being replaced. `safety` holds the
 * safety findings by the decisions of the workspace; absent: by the defaults.
 */
export function storedDraft(
  document: TrailDocument | FullDocument,
  previous: FullDocument | undefined,
  rules: TrailRules,
  safety?: readonly ValidationIssue[],
): StoredDraft {
  const given = withDefaults(document);
  const full = { ...given, prompts: assignPromptIds(given.prompts, previous?.prompts ?? []) };
  const { ownImagePrefix } = rules;
  const checked = safety ?? defaultSafetyIssues(full, ownImagePrefix);
  return {
    document: JSON.stringify(full),
    listed: listedColumns(full),
    prompt_count: full.prompts.length,
    search_text: searchTextOf(full),
    // Earlier test results are for another draft.
    publish_issues: JSON.stringify(publishIssues(full, { tests: null, ownImagePrefix, safety: checked })),
  };
}
