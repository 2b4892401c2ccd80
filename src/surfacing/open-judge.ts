// Opens the configured judge. The embedded judge is always present: it shortens catalogs, provides the publish checks'
// warnings, and takes over if a model fails.
import type { Judge } from '@cairn/surfacing-judge/judge';
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import type { Tracing } from '../base/tracing.ts';
import type { Outbound } from '../egress/egress-request.ts';
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
  /** Memory of the embedded judge in bytes. */
  readonly cacheBytes: number;
}

export interface OpenedJudge {
  readonly judge: Judge;
  readonly lexical: LexicalJudge;
}

/** Metrics and budget of a model judge. Without them, nothing is counted or limited. */
export interface JudgeKeepers {
  readonly watch?: ModelWatch;
  readonly budget?: TokenBudget;
  /** Called once if the sentence encoder is damaged, so that the embedded judge compares words only. */
  readonly reportDamage?: (failure: unknown) => void;
  /** How requests to a model leave this process. */
  readonly outbound?: Outbound;
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
}

/** Opens the judge once, at startup. Fails with a sentence for the operator if the setting is invalid. */
export async function openJudge(
  config: JudgeConfig,
  { reportDamage, outbound, ...keepers }: JudgeKeepers = {},
): Promise<OpenedJudge> {
  const { fallback, threshold } = config;
  const { readingBytes } = memoryShares(config.cacheBytes);
  const lexical = lexicalJudge({ threshold, readingBytes, ...(reportDamage && { reportDamage }) });
  const setting = parseJudgeSetting(config.setting);
  if (setting.kind === 'fault') throw new Error(setting.fault);
  const { tracing } = keepers;
  const traced = (judge: Judge): Judge => (tracing === undefined ? judge : tracedJudge(judge, config.setting, tracing));
  if (setting.kind === 'embedded') return { judge: traced(lexical), lexical };
  const model = await openModel({ ...setting, url: config.url, key: config.key }, outbound);
  const settings = { model, name: config.setting, fallback, threshold, ...keepers };
  return { judge: traced(modelJudge(lexical, settings)), lexical };
}
