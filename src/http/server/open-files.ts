// How many connections leave the process the files that it needs itself: those of its database, connections of its own,
// images, and parts of the program that are read with their first use. Node never loads one again that could not be
// opened then.
import { readFileSync } from 'node:fs';

/** More than the process ever has open beside connections. */
const OWN_FILES = 512;

/** As far as this system tells; half of them where there are few. */
export const connectionsBesideFiles = (most = openFiles()): number => most - Math.min(OWN_FILES, Math.floor(most / 2));

/** How many files the process may have open (`ulimit -n`): Node has raised it as far as it may. */
function openFiles(): number {
  try {
    const [, soft = ''] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === '' ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
