// For tests of rooms below trails: a deleted group has no trails whose access must end.
import type { EndRights } from '../../src/directory/groups/groups.ts';

export const endNothing: EndRights = async () => {};
