// The first rows of a list, and how many there are in all, out of rows that each tell that number.

export interface FirstRows<Row> {
  readonly total: number;
  readonly items: readonly Row[];
}

/** The number is 0 where there are no rows. */
export const withTotal = <Row extends { readonly total: number }>(
  rows: readonly Row[],
): FirstRows<Omit<Row, 'total'>> => ({
  total: rows[0]?.total ?? 0,
  items: rows.map(({ total: _total, ...row }) => row),
});
