// Moves a trail within its catalog while changing as few order numbers as possible.

export interface OrderedItem {
  readonly id: string;
  readonly sort_order: number;
}

/** Order numbers are 32-bit integers, and `PATCH /v1/trails/{id}` accepts any of them. */
export const LAST_NUMBER = 2_147_483_647;
const [LEAST, MOST] = [-2_147_483_648, LAST_NUMBER];

/**
 * The order numbers to change so that `items` (in their current order) look as if the one at `from` were moved to `to`.
 * At either end one change suffices, unless the last possible number is taken. Otherwise the shorter side makes room,
 * or the other one if that side runs out of numbers.
 */
export function placeBetween(items: readonly OrderedItem[], from: number, to: number): OrderedItem[] {
  const moved = items[from];
  if (moved === undefined || from === to) return [];
  const rest = items.filter((_, index) => index !== from);
  const [before, after] = [rest.slice(0, to).reverse(), rest.slice(to)];
  const up = makeRoom(moved, after, 1, before[0]?.sort_order);
  const down = makeRoom(moved, before, -1, after[0]?.sort_order);
  if (!hasNumbers(up)) return down;
  return up.length <= down.length || !hasNumbers(down) ? up : down;
}

const hasNumbers = (changes: readonly OrderedItem[]): boolean =>
  changes.every(({ sort_order }) => sort_order >= LEAST && sort_order <= MOST);

/** Puts `moved` next to `neighbour` and shifts `line` by `step`, only as far as numbers are taken. */
function makeRoom(
  moved: OrderedItem,
  line: readonly OrderedItem[],
  step: 1 | -1,
  neighbour: number | undefined,
): OrderedItem[] {
  const first = line[0]?.sort_order ?? moved.sort_order + step;
  const start = neighbour === undefined ? Math.min(Math.max(first - step, LEAST), MOST) : neighbour + step;
  const changes: OrderedItem[] = [{ id: moved.id, sort_order: start }];
  let last = start;
  for (const item of line) {
    if ((item.sort_order - last) * step > 0) break;
    last += step;
    changes.push({ id: item.id, sort_order: last });
  }
  return changes;
}
