// Prints the results as a Markdown table: one row per folder, then the survivors.
import { changeOf } from './mutant.ts';
import type { Outcome } from './run-tests.ts';

export function tableOf(outcomes: readonly Outcome[]): string {
  const folders = [...new Set(outcomes.map(({ folder }) => folder))];
  const rows = folders.map((folder) => {
    const here = outcomes.filter((outcome) => outcome.folder === folder);
    const count = (result: Outcome['result']): number => here.filter((outcome) => outcome.result === result).length;
    const killable = here.length - count('equivalent');
    const share = killable === 0 ? '' : `${Math.round((100 * count('killed')) / killable)} %`;
    const cells = [
      folder,
      here.length,
      count('equivalent'),
      count('killed'),
      count('survived'),
      count('undecided'),
      share,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const survivors = outcomes
    .filter(({ result }) => result === 'survived' || result === 'undecided')
    .map(({ mutant, result }) => `- ${result}: ${mutant.file}:${mutant.line} \`${changeOf(mutant)}\``);
  return [
    '',
    '| Folder | Mutants | Equivalent | Killed | Survived | Undecided | Killed of killable |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...survivors,
  ].join('\n');
}
