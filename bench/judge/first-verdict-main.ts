// Measures the first verdicts of a new process: npm run bench:first-verdict [-- --processes N], after npm run
// build:server.
import { parseArgs } from 'node:util';
import { measureFirstVerdicts } from './first-verdict.ts';

const { values: options } = parseArgs({ options: { processes: { type: 'string', default: '3' } } });
for (const row of await measureFirstVerdicts(Number(options.processes))) console.table(row);
process.exit();
