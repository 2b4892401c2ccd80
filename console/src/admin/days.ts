// A day as people choose it, as a moment for the service. Pure.

/** The start of a day (`2026-03-01`) in the reader's zone, `later` days on; empty for none. */
export function startOfDay(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return '';
  return new Date(year, month - 1, date + later).toISOString();
}
