// A number and what is counted, as lines for people have it.

/** "1 trail", "2 trails". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
