// node scripts/run-ts.mjs bench/judge/fit-main.ts [--data FOLDER]: prints the calibration to put into constants.ts.
import { parseArgs } from 'node:util';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { OFFICE_CATALOG } from './catalogs/office.ts';
import { readDataFiles } from './data-files.ts';
import { authoredObservations, fitCalibration, publicObservations } from './fit.ts';

const { values: options } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });
const [file = null] = readDataFiles(options.data) ?? [];
if (file === null)
  console.log(`No data in ${options.data}: fitted on the authored catalog alone, which is not what is committed.`);
const judge = lexicalJudge();
const open = file === null ? [] : publicObservations(judge, file);
console.log(fitCalibration(authoredObservations(judge, OFFICE_CATALOG), open));
