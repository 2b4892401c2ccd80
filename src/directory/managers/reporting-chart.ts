// The reporting chart, built from the manager attribute (contract 2.8). Callers can start at the top or at any person.

import type { Db } from '../../storage/database.ts';
import type { ChartPerson } from './chart-person.ts';
import { selectReports, selectTops } from './reporting-chart-store.ts';

export { managersAbove } from './reporting-chart-store.ts';

/**
 * A person's direct reports, sorted by name: active ones, and those who left but have active people below them. If no
 * person is given, the people at the top: those with such reports and without a manager here.
 */
export const reportsOf = (db: Db, teamId: string, accountId: string | null): Promise<ChartPerson[]> =>
  accountId === null ? selectTops(db, teamId) : selectReports(db, teamId, accountId);
