// The first rows of a list and their total number, from rows that each contain the total.

export interface FirstRows<Row> {
  readonly total: number;
  readonly items: readonly Row[];
}

/** Without rows the total is 0. */
export const withTotal = <Row extends { readonly total: number }>(
  rows: readonly Row[],
): FirstRows<Omit<Row, 'total'>> => ({
  total: rows[0]?.total ?? 0,
  items: rows.map(({ total: _total, ...row }) => row),
});
