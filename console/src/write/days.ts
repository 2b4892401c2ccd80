// Days without a time, as `2027-01-31`, by the reader's own today.

/** Today in the reader's zone. */
export const today = (): string => textOf(new Date());

/** The day that many months from now. */
export function dayIn(months: number): string {
  const at = new Date();
  const day = at.getDate();
  at.setMonth(at.getMonth() + months);
  // 31 January and a month: the last day of February, not the third of March.
  if (at.getDate() !== day) at.setDate(0);
  return textOf(at);
}

export const isOverdue = (day: string): boolean => day < today();

const textOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
