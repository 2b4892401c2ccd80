// Dates such as `2027-01-31`, in the local time zone.

export const today = (): string => textOf(new Date());

/** The date that many months from today. */
export function dayIn(months: number): string {
  const at = new Date();
  const day = at.getDate();
  at.setMonth(at.getMonth() + months);
  // January 31 plus one month is the last day of February, not March 3.
  if (at.getDate() !== day) at.setDate(0);
  return textOf(at);
}

export const isOverdue = (day: string): boolean => day < today();

const textOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
