// What offices ask for: 1,040 tasks with eight prompts each, as people type them. Written by eight hands, one a group
// of trades, who had seen neither the judge nor any catalog. The last layer of the sentence encoder is trained on them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OfficeTask {
  /** The file it stands in: tasks of one file are close to each other. */
  readonly group: string;
  readonly title: string;
  /** When somebody needs it. */
  readonly when: string;
  readonly prompts: readonly string[];
}

/** Reads the folder: a task is a paragraph whose lines begin with `T `, `W ` and, eight times, `- `. */
export function readOfficeTasks(folder = 'bench/judge/office-tasks'): OfficeTask[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split(/\n{2,}/)
        .map((paragraph) => taskOf(name.replace('.txt', ''), paragraph.split('\n'))),
    );
}

function taskOf(group: string, lines: readonly string[]): OfficeTask {
  const marked = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).trim());
  const [[title, ...titles], [when, ...moments], prompts] = [marked('T '), marked('W '), marked('- ')];
  if (title === undefined || when === undefined || titles.length + moments.length > 0 || prompts.length !== 8)
    throw new Error(`${group}: a task has a title, a moment and eight prompts, not "${lines.join(' / ')}".`);
  return { group, title, when, prompts };
}
