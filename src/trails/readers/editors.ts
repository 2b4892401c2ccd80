// Editors: people who edit some trails without being authors of everything. An editor reads and saves the draft, and
// reads and restores versions. Publishing, archiving, deleting and access stay with authors and publishers.
import { findAnyEditRight, findEditRight } from './editors-store.ts';

/** True if a grant lets the person edit the trail: their own grant, or one of a group that they are in now. */
export const editsTrail = findEditRight;

/** True if there is any trail that the person edits. */
export const editsAnyTrail = findAnyEditRight;
