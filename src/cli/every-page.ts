// Lists that the rooms answer a page at a time, as a whole: a person who reads what a command prints cannot ask for a
// next page.

const A_PAGE = 1_000;

/** Every row, in the order of the list. `placeOf`: where a row stands, to go on behind it. */
export async function everyPage<Row, Place>(
  read: (after: Place | null, count: number) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: Place | null = null; ; ) {
    const page = await read(after, A_PAGE);
    for (const row of page) rows.push(row);
    const last = page.at(-1);
    if (last === undefined || page.length < A_PAGE) return rows;
    after = placeOf(last);
  }
}
