// The judge that the configuration asks for. The embedded one always stands behind it: it narrows catalogs, finds what
// publish checks want to know, and decides where a model cannot.
import type { Judge } from '@cairn/surfacing-judge/judge';
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { Tracing } from '../base/tracing.ts';
import { memoryShares } from './judge-memory.ts';
import { parseJudgeSetting } from './judge-setting.ts';
import type { ModelWatch } from './model/model-answers.ts';
import { openModel } from './model/open-model.ts';
import type { TokenBudget } from './model/token-budget.ts';
import { modelJudge } from './model-judge.ts';
import { tracedJudge } from './traced-judge.ts';

export interface JudgeConfig {
  /** CAIRN_JUDGE. */
  readonly setting: string;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly fallback: boolean;
  readonly threshold: number;
  /** Memory of the embedded judge. */
  readonly cacheBytes: number;
}

export interface OpenedJudge {
  readonly judge: Judge;
  readonly lexical: LexicalJudge;
}

/**
 * What a model judge reports to, and what it may spend: nothing is counted and nothing bounded where they are left out.
 */
export interface JudgeKeepers {
  readonly watch?: ModelWatch;
  readonly budget?: TokenBudget;
  /** Called once where the sentence encoder is damaged: the embedded judge goes by words alone then. */
  readonly reportDamage?: (failure: unknown) => void;
  /** Undefined: no traces. */
  readonly tracing?: Tracing | undefined;
}

/** Opens it once, at start. Fails with a sentence for the operator where the setting cannot be followed. */
export async function openJudge(
  config: JudgeConfig,
  { reportDamage, ...keepers }: JudgeKeepers = {},
): Promise<OpenedJudge> {
  const { fallback, threshold } = config;
  const { readingBytes } = memoryShares(config.cacheBytes);
  const lexical = lexicalJudge({ threshold, readingBytes, ...(reportDamage && { reportDamage }) });
  const setting = parseJudgeSetting(config.setting);
  if (setting.kind === 'fault') throw new Error(setting.fault);
  const { tracing } = keepers;
  const traced = (judge: Judge): Judge => (tracing === undefined ? judge : tracedJudge(judge, config.setting, tracing));
  if (setting.kind === 'embedded') return { judge: traced(lexical), lexical };
  const model = await openModel({ ...setting, url: config.url, key: config.key });
  const settings = { model, name: config.setting, fallback, threshold, ...keepers };
  return { judge: traced(modelJudge(lexical, settings)), lexical };
}
