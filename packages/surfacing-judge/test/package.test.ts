// The packed archives work outside the repository: the judge finds its word lists, and data sets for measuring are not
// included.
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const PROGRAM = `
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
const judge = lexicalJudge({ threshold: 0.5, encoder: null });
const catalog = judge.emptyCatalog();
catalog.upsert(judgedTrail('reminder', { title: 'Remind a customer to pay' }));
const view = { catalogs: [catalog], hidden: new Set() };
const found = await judge.find(view, 'Zahlungserinnerung an den Kunden', { limit: 3, mayUse: () => true });
console.log(JSON.stringify(found.map(({ id }) => id)));
`;

/** Copies the files that `npm pack` would include. Packing itself would compress 8 MB. */
function install(name: string, folder: string): string[] {
  const list = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', list, { cwd: resolve('packages', name), encoding: 'utf8' }));
  const paths: string[] = packed.files.map((file: { readonly path: string }) => file.path);
  for (const path of paths)
    cpSync(join('packages', name, path), join(folder, 'node_modules/@cairn', name, path), { recursive: true });
  return paths;
}

it('gives verdicts when installed outside the repository', () => {
  execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '-b', 'packages/surfacing-judge']);
  const folder = temporaryFolder('judge-package');
  expect(install('judge-data', folder).filter((path) => !path.startsWith('words/'))).toEqual([
    'README.md',
    'package.json',
  ]);
  expect(install('surfacing-judge', folder).filter((path) => path.startsWith('test/'))).toEqual([]);
  cpSync('node_modules/lru-cache', join(folder, 'node_modules/lru-cache'), { recursive: true });
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  const env = { PATH: process.env.PATH };
  const output = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8', env });
  expect(JSON.parse(output)).toEqual(['reminder']);
});
