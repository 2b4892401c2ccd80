// Who left in one identity provider and is kept by another, for the page of the person.
import { selectLeftElsewhere } from './left-elsewhere-store.ts';

/** The connections that deactivated or deleted this active member, whose membership somebody else manages. By name. */
export const leftElsewhere = selectLeftElsewhere;
