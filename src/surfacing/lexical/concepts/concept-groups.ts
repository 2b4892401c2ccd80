// All concept groups, in one order.

export const CONCEPT_GROUPS: readonly string[] = [];
