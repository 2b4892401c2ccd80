// Measures the judge: npm run bench:judge [-- --data FOLDER] [--judge embedded|provider:model] [--titles] [--json]
import { parseArgs } from 'node:util';
import { THRESHOLD } from '@cairn/surfacing-judge/constants';
import { openJudge } from '../../src/surfacing/open-judge.ts';
import {
  BLIND_CATALOGS,
  BLIND_FOREIGN_CATALOGS,
  DEVELOPMENT_CATALOGS,
  EVALUATION_CATALOG,
  FOREIGN_CATALOGS,
  FOREIGN_DEVELOPMENT,
  FOREIGN_TRADES,
  FRESH_CATALOGS,
  HURRIED_CATALOGS,
  LEAN_DEVELOPMENT,
  MISTYPED_CATALOGS,
  OFFICE_CATALOG,
  TRADE_CATALOGS,
  TYPED_CATALOG,
} from './catalogs.ts';
import { type DataFile, readDataFiles } from './data-files.ts';
import { measureLongPrompts } from './long-prompts.ts';
import { reliabilityCurve } from './metrics.ts';
import { measureNoMatch } from './no-match.ts';
import {
  type AloneFigures,
  judgedPrompts,
  measureAlone,
  measureOfficeCatalog,
  type OfficeFigures,
} from './office-catalog.ts';
import { measureOpenCatalogs } from './open-catalog.ts';
import { measureSplit, type SplitFigures } from './public-splits.ts';
import { measureRebuild } from './rebuild.ts';
import { slipped } from './slipped.ts';
import { measureSpeed } from './speed.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    judge: { type: 'string', default: 'embedded' },
    titles: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const opened = await openJudge({
  setting: options.judge,
  url: process.env.CAIRN_JUDGE_URL,
  key: process.env.CAIRN_JUDGE_KEY,
  fallback: true,
  threshold: THRESHOLD,
  cacheBytes: 1_024 * 1_048_576,
});
const { judge, lexical } = opened;
const files = readDataFiles(options.data);
const say = options.json ? console.error : console.log;
if (files === null)
  say(`No data in ${options.data}: the public sets are skipped, the authored catalogs are measured alone.`);

const measured: Record<string, Record<string, SplitFigures>> = {};
for (const file of files ?? []) measured[file.name] = await measureSplits(file);
if (options.json) console.log(JSON.stringify(measured, withoutFpr95, 2));
else await measureTheRest();

async function measureSplits(file: DataFile): Promise<Record<string, SplitFigures>> {
  const splits: Record<string, SplitFigures> = {};
  for (const split of file.splits.keys()) {
    const figures = await measureSplit(judge, lexical, file, split, options.titles);
    splits[split] = figures;
    if (!options.json) {
      console.log(`\n${file.name} ${split}`);
      console.table(figures);
    }
  }
  return splits;
}

async function measureTheRest(): Promise<void> {
  for (const file of files ?? []) {
    const pool = {
      train: file.splits.get('train_full') ?? [...file.splits.values()][0] ?? new Map(),
      prompts: file.test,
      outOfScope: file.oosTest,
    };
    show(`${file.name}: a hundred simulated open catalogs`, [await measureOpenCatalogs(judge, lexical, pool)]);
    show(`${file.name}: long prompts`, await measureLongPrompts(judge, lexical, file));
    show(`${file.name}: four no-match examples`, [await measureNoMatch(judge, lexical, file)]);
  }
  show('Authored catalogs', await measureAuthored());
  const unfitted = [EVALUATION_CATALOG, TYPED_CATALOG].map((one) => judgedPrompts(judge, lexical, one));
  show('How often a confidence is right, on the two catalogs that nothing is fitted on', [
    ...reliabilityCurve((await Promise.all(unfitted)).flat()),
  ]);
  show('A shuffled rebuild after thirty edits', [measureRebuild(lexical)]);
  show('Time and memory of the embedded judge', await measureSpeed(lexical, [1_000, 10_000, 100_000]));
}

async function measureAuthored(): Promise<Record<string, OfficeFigures & AloneFigures>> {
  const catalogs = {
    'evaluation (by other hands)': EVALUATION_CATALOG,
    typed: TYPED_CATALOG,
    ...BLIND_CATALOGS,
    ...BLIND_FOREIGN_CATALOGS,
    ...FRESH_CATALOGS,
    ...TRADE_CATALOGS,
    ...HURRIED_CATALOGS,
    ...MISTYPED_CATALOGS,
    'evaluation, with slips': slipped(EVALUATION_CATALOG),
    ...FOREIGN_CATALOGS,
    ...DEVELOPMENT_CATALOGS,
    ...LEAN_DEVELOPMENT,
    ...FOREIGN_DEVELOPMENT,
    ...FOREIGN_TRADES,
    'calibration (fitted on it)': OFFICE_CATALOG,
  };
  const figures: Record<string, OfficeFigures & AloneFigures> = {};
  for (const [name, catalog] of Object.entries(catalogs)) {
    const whole = await measureOfficeCatalog(judge, lexical, catalog);
    figures[name] = { ...whole, ...(await measureAlone(judge, lexical, catalog)) };
  }
  return figures;
}

function show(title: string, figures: object): void {
  console.log(`\n${title}`);
  console.table(figures);
}

// Programs that read the --json output rely on exactly these fields.
function withoutFpr95(key: string, value: unknown): unknown {
  return key === 'fpr95' ? undefined : value;
}
