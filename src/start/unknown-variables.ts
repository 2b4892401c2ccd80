// Variables that begin with `CAIRN_` and do not exist. Misspelled ones are errors, so that a setting is never silently
// ignored. Others may belong to another release, to Kubernetes or to a deployment tool.

export interface UnknownVariables {
  /** Sentences. */
  readonly faults: readonly string[];
  /** Names to warn about. */
  readonly ignored: readonly string[];
}

/** Set by Kubernetes in a pod for a service with the name `cairn`, in addition to `CAIRN_PORT`. */
const SERVICE_LINK =
  /^CAIRN_(?:[A-Z0-9]+_)*(?:SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)|PORT_\d+_(?:TCP|UDP)(?:_[A-Z]+)?)$/;

export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): UnknownVariables {
  const faults: string[] = [];
  const ignored: string[] = [];
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith('CAIRN_') || known.has(name) || SERVICE_LINK.test(name)) continue;
    const meant = /^(?:tcp|udp):\/\//.test(value) ? undefined : meantBy(name, known);
    if (meant === undefined) ignored.push(name);
    else faults.push(`${name} is not a variable of Cairn. Did you mean ${meant}? Fix its spelling, or remove it.`);
  }
  return { faults, ignored };
}

/** A known name that differs in at most two letters or lacks the prefix, such as PORT. */
const meantBy = (name: string, known: ReadonlySet<string>): string | undefined =>
  [...known].find((each) => each === name.slice('CAIRN_'.length)) ??
  [...known].find((each) => each.startsWith('CAIRN_') && editsBetween(name, each) <= MAX_EDITS);

const MAX_EDITS = 2;

/** The number of letters to insert, delete, replace or swap with their neighbor (Damerau and Levenshtein). */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_EDITS) return MAX_EDITS + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const replaced = (last[at - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwap ? (before[at - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
