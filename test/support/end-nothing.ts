// For tests below the room of trails: a deleted group had no trails to close.
import type { EndRights } from '../../src/directory/groups/groups.ts';

export const endNothing: EndRights = async () => {};
