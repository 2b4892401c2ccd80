// The reporting chart built from the manager attribute (contract 2.8). It can be entered at the top or at any person.

import type { Db } from '../../storage/database.ts';
import type { ChartPerson } from './chart-person.ts';
import { selectReports, selectTops } from './reporting-chart-store.ts';

export { managersAbove } from './reporting-chart-store.ts';

/**
 * A person's direct reports, sorted by name: active ones, and those who left but have active people below. Without a
 * person, the tops: people with such reports and no manager here.
 */
export const reportsOf = (db: Db, teamId: string, accountId: string | null): Promise<ChartPerson[]> =>
  accountId === null ? selectTops(db, teamId) : selectReports(db, teamId, accountId);
