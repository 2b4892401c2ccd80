// Compares variants of the calibration on catalogs that they were not fitted on: npm run bench:leave-out [-- --data
// FOLDER].
import { parseArgs } from 'node:util';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { readDataFiles } from './data-files.ts';
import { keptEncoder } from './kept-vectors.ts';
import { measureLeftOut } from './leave-out.ts';

const { values: options } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });
const [file] = readDataFiles(options.data) ?? [];
const kept = keptEncoder();
if (file === undefined || kept.encoder === null) {
  console.error(`This needs the public set (none in ${options.data}) or the encoder (npm run build:server).`);
  process.exit(2);
}
for (const [variant, figures] of Object.entries(measureLeftOut(lexicalJudge({ encoder: kept.encoder }), file))) {
  console.log(`\n${variant}`);
  console.table(figures);
}
kept.keep();
