// node scripts/run-ts.mjs bench/judge/fit-main.ts [--data FOLDER] [--words]: prints the calibrations for constants.ts.
import { parseArgs } from 'node:util';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { OFFICE_CATALOG } from './catalogs/office.ts';
import { readDataFiles } from './data-files.ts';
import { authoredComparisons, fitCalibration, MEANING, publicComparisons, type Recipe, WORDS } from './fit.ts';
import { keptEncoder } from './kept-vectors.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' }, words: { type: 'boolean', default: false } },
});
const [file = null] = readDataFiles(options.data) ?? [];
if (file === null)
  console.log(`No data in ${options.data}: fitted on the authored catalog alone, which is not what is committed.`);
const kept = keptEncoder();
const print = (name: string, encoder: typeof kept.encoder, recipe: Recipe): void => {
  const judge = lexicalJudge({ encoder });
  const open = file === null ? [] : publicComparisons(judge, file);
  const meant = ({ signals }: { signals: { meaning: number | null } }) =>
    (signals.meaning !== null) === (encoder !== null);
  console.log(
    name,
    fitCalibration(recipe, authoredComparisons(judge, OFFICE_CATALOG).filter(meant), open.filter(meant)),
  );
};
if (options.words) print('CALIBRATION', null, WORDS);
if (kept.encoder !== null) print('CALIBRATION_WITH_MEANING', kept.encoder, MEANING);
kept.keep();
