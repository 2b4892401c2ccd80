/**
 * The start of a day (`2026-03-01`) in the local time zone, `later` days on, as RFC 3339. Empty if there is no date.
 */
export function startOfDay(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return '';
  return new Date(year, month - 1, date + later).toISOString();
}
