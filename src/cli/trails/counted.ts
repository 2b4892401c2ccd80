// Formats numbers with a noun.

/** "1 trail", "2 trails". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
