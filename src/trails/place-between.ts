// Moving a trail to another place of the catalog with as few changes of order numbers as possible. Pure.

export interface Placed {
  readonly id: string;
  readonly sort_order: number;
}

/**
 * The order numbers to change so that `items` (in their order now) stand as if the one at `from` were taken out and put
 * in at `to`. At the ends one change is enough; within, the shorter side makes room.
 */
export function placeBetween(items: readonly Placed[], from: number, to: number): Placed[] {
  const moved = items[from];
  if (moved === undefined || from === to) return [];
  const rest = items.filter((_, index) => index !== from);
  const [before, after] = [rest.slice(0, to).reverse(), rest.slice(to)];
  const up = makeRoom(moved, after, 1, before[0]?.sort_order);
  const down = makeRoom(moved, before, -1, after[0]?.sort_order);
  return up.length <= down.length ? up : down;
}

/** Puts `moved` next to `neighbour` and pushes `line` on in `step`, only as far as numbers are taken. */
function makeRoom(moved: Placed, line: readonly Placed[], step: 1 | -1, neighbour: number | undefined): Placed[] {
  const first = line[0];
  const start =
    neighbour === undefined ? (first === undefined ? moved.sort_order : first.sort_order - step) : neighbour + step;
  const changes: Placed[] = [{ id: moved.id, sort_order: start }];
  let last = start;
  for (const item of line) {
    if ((item.sort_order - last) * step > 0) break;
    last += step;
    changes.push({ id: item.id, sort_order: last });
  }
  return changes;
}
