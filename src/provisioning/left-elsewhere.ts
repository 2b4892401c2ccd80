// Who left in one identity provider and is kept by another, for the page of the person.
import type { Db } from '../storage/database.ts';
import { type LeftElsewhere, selectLeftElsewhere } from './left-elsewhere-store.ts';

/** The connections that deactivated or deleted this active member, whose membership somebody else manages. By name. */
export const leftElsewhere = (db: Db, teamId: string, accountId: string): Promise<LeftElsewhere[]> =>
  selectLeftElsewhere(db, teamId, accountId);
