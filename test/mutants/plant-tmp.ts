import { readFileSync } from 'node:fs';
import { findMutants } from './find-mutants.ts';
import { changeOf } from './mutant.ts';
import { runMutant } from './run-tests.ts';
const [pattern = '', ...tests] = process.argv.slice(2);
// pattern lines: file:line|change-prefix ; several separated by ';;'
for (const one of pattern.split(';;')) {
  const [place = '', change = ''] = one.split('|');
  const [file = '', line = ''] = place.split(':');
  const all = findMutants(file, readFileSync(file, 'utf8')).filter((m) => (line === '' || line === '*' || String(m.line) === line) && changeOf(m).startsWith(change));
  if (all.length === 0) console.log('NONE', one);
  for (const m of all) {
    const v = await runMutant(m, tests, 300_000);
    console.log(v.result, `${m.file}:${m.line}`, changeOf(m), '|', v.by);
  }
}
