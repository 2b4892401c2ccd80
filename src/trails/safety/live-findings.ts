// Live trails with safety findings by the current decisions and rules, which may be newer than their publication.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../storage/database.ts';
import { hasLinks, safetyFindings, standingOf } from '../checks/safety-checks.ts';
import { acceptedBy, workspaceSafety } from '../checks/workspace-safety.ts';
import { parseDocument } from '../document/full-document.ts';
import type { TrailRules } from '../trail-rules.ts';
import { LIVE_PAGE, selectLiveVersions } from './live-findings-store.ts';

export interface UnsafeTrail {
  readonly id: string;
  readonly title: string;
  readonly errors: number;
  readonly warnings: number;
}

/** Live trails that are checked per call. */
const MAX_CHECKED = 2_000;

/** Those with errors come first. `complete` is false if the catalog has more live trails than one call checks. */
export async function unsafeLiveTrails(
  db: Db,
  catalogId: string,
  { ownImagePrefix }: Pick<TrailRules, 'ownImagePrefix'>,
): Promise<{ readonly complete: boolean; readonly items: readonly UnsafeTrail[] }> {
  const { decisions, domains } = await workspaceSafety(db, catalogId, null);
  const items: UnsafeTrail[] = [];
  let [after, checked, isEnd]: [string | null, number, boolean] = [null, 0, false];
  while (!isEnd && checked < MAX_CHECKED) {
    const page = await selectLiveVersions(db, catalogId, after);
    for (const { trail_id, title, document, accepted } of page) {
      const full = parseDocument(document);
      const options = { ownImagePrefix, domains: hasLinks(full) ? domains : [] };
      const rules = { decisions, domains, isAccepted: acceptedBy(decisions, accepted) };
      const standings = safetyFindings(full, options).map((finding) => standingOf(finding, rules));
      const errors = standings.filter((one) => one === 'error').length;
      const warnings = standings.filter((one) => one === 'warning').length;
      if (errors + warnings > 0) items.push({ id: trail_id, title, errors, warnings });
    }
    checked += page.length;
    after = page.at(-1)?.trail_id ?? null;
    isEnd = page.length < LIVE_PAGE;
    await nextTurn(); // Lets other requests run.
  }
  const byErrors = items.toSorted((one, other) => other.errors - one.errors || other.warnings - one.warnings);
  return { complete: isEnd, items: byErrors };
}
