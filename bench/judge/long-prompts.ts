// Tests whether the judge still finds the request if a text is pasted before or after it.
import type { Judge } from '@cairn/surfacing-judge/judge';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { judgeAll, judgeContender, viewOf } from './contender.ts';
import { type DataFile, grouped } from './data-files.ts';
import { isRight, round, share, surfacesRight } from './metrics.ts';
import { PASTED_TEXTS } from './pasted-texts.ts';
import { trailOf } from './public-splits.ts';
import { type Random, seededRandom } from './random.ts';

export interface LongPromptFigures {
  readonly accuracy: number;
  readonly recall: number;
}

const TRAILS = 50;
const EXAMPLES = 5;
const PROMPTS_A_TRAIL = 6;

/** The figures for each variant. `clean` is the request alone. */
export async function measureLongPrompts(
  judge: Judge,
  index: LexicalJudge,
  file: DataFile,
): Promise<Record<string, LongPromptFigures>> {
  const random = seededRandom(4_711);
  const full = file.splits.get('train_full') ?? [...file.splits.values()][0] ?? new Map();
  const labels = random.sample([...full.keys()], TRAILS);
  const trails = labels.map((label) => trailOf(label, random.sample(full.get(label) ?? [], EXAMPLES), true));
  const tests = grouped(file.test);
  const asks = labels.flatMap((label) =>
    random.sample(tests.get(label) ?? [], PROMPTS_A_TRAIL).map((text) => ({ text, expected: label })),
  );
  const contender = judgeContender(judge, viewOf(index, trails));
  const figures: Record<string, LongPromptFigures> = {};
  for (const [name, wrap] of Object.entries(variants(random))) {
    const judged = await judgeAll(
      contender,
      asks.map(({ text, expected }) => ({ text: wrap(text), expected })),
    );
    const accuracy = round(100 * share(judged, isRight), 1);
    const recall = round(share(judged, surfacesRight), 3);
    figures[name] = { accuracy, recall };
  }
  return figures;
}

function variants(random: Random): Record<string, (ask: string) => string> {
  return {
    clean: (ask) => ask,
    'ask, 400 pasted': (ask) => `${ask}\n\n${pasted(400, random)}`,
    '400 pasted, ask': (ask) => `${pasted(400, random)}\n\n${ask}`,
    'ask, 3000 pasted': (ask) => `${ask}\n\n${pasted(3000, random)}`,
    '3000 pasted, ask': (ask) => `${pasted(3000, random)}\n\n${ask}`,
  };
}

function pasted(characters: number, random: Random): string {
  let text = '';
  while (text.length < characters) text += `${random.pick(PASTED_TEXTS)}\n\n`;
  return text.slice(0, characters);
}
