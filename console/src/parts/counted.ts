// Numbers with what they count.

/** "1 group", "3 groups"; `many` where an s does not make the plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
