// The reporting chart that the manager attribute builds (contract 2.8): entered from its tops, or at any person.

import type { Db } from '../../storage/database.ts';
import type { ChartPerson } from './chart-person.ts';
import { selectReports, selectTops } from './reporting-chart-store.ts';

export { managersAbove } from './reporting-chart-store.ts';

/**
 * The direct reports of a person by name: who is active, and who left while active people are beneath. Without a
 * person, the tops: people who have such reports and no manager here.
 */
export const reportsOf = (db: Db, teamId: string, accountId: string | null): Promise<ChartPerson[]> =>
  accountId === null ? selectTops(db, teamId) : selectReports(db, teamId, accountId);
