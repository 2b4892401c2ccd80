// Records verdicts as spans if tracing is on: the judge, the number of trails and the result, but never a prompt.
import type { CatalogView, Judge } from '@cairn/surfacing-judge/judge';
import { isRefusal } from '../base/refusal.ts';
import { inSpan, type Span, type SpanStart, type Tracing } from '../base/tracing.ts';

/** Wraps `judge` with a span per verdict. `name` is CAIRN_JUDGE. */
export function tracedJudge(judge: Judge, name: string, tracing: Tracing): Judge {
  const start = (what: string, { catalogs }: CatalogView, prompts: number): SpanStart => ({
    name: `judge ${what}`,
    kind: 'internal',
    attributes: {
      'cairn.judge': name,
      'cairn.judge.prompts': prompts,
      'cairn.judge.trails': catalogs.reduce((sum, { size }) => sum + size, 0),
    },
  });
  return {
    judge(view, subject, prompts, signal) {
      const work = async (span: Span) => {
        const verdicts = await judge.judge(view, subject, prompts, signal);
        span.set({ 'cairn.judge.surfaced': verdicts.filter(({ would_surface }) => would_surface).length });
        return verdicts;
      };
      return inSpan(tracing, start('verdicts', view, prompts.length), work, failureOf);
    },
    find(view, prompt, wanted, signal) {
      const work = async (span: Span) => {
        const found = await judge.find(view, prompt, wanted, signal);
        span.set({ 'cairn.judge.found': found.length });
        return found;
      };
      return inSpan(tracing, start('find', view, 1), work, failureOf);
    },
  };
}

const failureOf = (thrown: unknown): string => (isRefusal(thrown) ? thrown.slug : 'unknown');
