// node scripts/run-ts.mjs bench/judge/fit-main.ts [--data FOLDER] [--words]: prints the calibrations for constants.ts.
import { parseArgs } from 'node:util';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { OFFICE_CATALOG } from './catalogs.ts';
import { readDataFiles } from './data-files.ts';
import {
  authoredComparisons,
  catalogParts,
  FITTED_CATALOGS,
  fitAsChoice,
  fitCalibration,
  MEANING,
  publicChoices,
  publicComparisons,
  strangersOf,
  WORDS,
} from './fit.ts';
import { keptEncoder } from './kept-vectors.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' }, words: { type: 'boolean', default: false } },
});
const [file = null] = readDataFiles(options.data) ?? [];
if (file === null)
  console.log(`No data in ${options.data}: fitted on the authored catalogs alone, which is not what is committed.`);
const kept = keptEncoder();
if (options.words) {
  const judge = lexicalJudge({ encoder: null });
  const open = file === null ? [] : publicComparisons(judge, file);
  console.log('CALIBRATION', fitCalibration(WORDS, [authoredComparisons(judge, OFFICE_CATALOG)], open));
}
if (kept.encoder !== null) {
  const judge = lexicalJudge({ encoder: kept.encoder });
  const strangers = strangersOf(file);
  const parts = Object.values(FITTED_CATALOGS).flatMap((catalog) => catalogParts(judge, catalog, strangers));
  const open = file === null ? [] : publicChoices(judge, file);
  console.log('CALIBRATION_WITH_MEANING', fitAsChoice(MEANING, parts, open));
}
kept.keep();
