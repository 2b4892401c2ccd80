// Reads all pages of a list, because command output has no pages.

const A_PAGE = 1_000;

/** Returns every row, in the order of the list. `placeOf` returns a row's cursor. */
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
