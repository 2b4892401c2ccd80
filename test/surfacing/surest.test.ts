// The last step of the calibration (docs/judge.md) raises the confidence of the best trail and changes nothing else.
import { calibrated } from '@cairn/surfacing-judge/calibration';
import { SUREST_ODDS, THRESHOLD } from '@cairn/surfacing-judge/constants';
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { surestChance, surestOdds } from '@cairn/surfacing-judge/surest';
import { describe, expect, it } from 'vitest';
import { DEVELOPMENT_CATALOGS } from '../../bench/judge/catalogs.ts';
import { viewOf } from '../../bench/judge/contender.ts';
import { sharedJudge as judge } from './shared-judge.ts';

const CHANCES = Array.from({ length: 1001 }, (_, at) => at / 1000);
const described = DEVELOPMENT_CATALOGS.development.trails.map((one) => judgedTrail(one.id, one.document));
const bare = described.map((trail) => ({ ...trail, when: '' }));
const prompts = DEVELOPMENT_CATALOGS.development.trails.slice(0, 8).flatMap((one) => one.unseen);

describe('the best trail', () => {
  it('has the same or higher confidence, with the same order and the same surfacing prompts', () => {
    for (const [at, chance] of CHANCES.entries()) {
      const surer = surestChance(chance);
      expect(surer, String(chance)).toBeGreaterThanOrEqual(chance - 1e-12);
      expect(surer).toBeGreaterThanOrEqual(surestChance(CHANCES[at - 1] ?? 0));
      expect(surer >= THRESHOLD).toBe(chance >= THRESHOLD);
    }
    for (const [odds, instead] of SUREST_ODDS) expect(surestOdds(odds)).toBeCloseTo(instead, 12);
    expect([-9, 9].map(surestOdds)).toEqual([-9, 9]);
  });

  it('is raised only if it has a trigger text and the full number of rivals', () => {
    const [full, few, plain] = [described, described.slice(0, 5), bare].map((trails) => viewOf(judge, trails));
    const [compared, lifted] = [[0, 0, 0], new Set<string>()];
    for (const prompt of prompts) {
      const scored = [full, few, plain].map((view) =>
        view === undefined ? [] : judge.rank(view, null, prompt).scored,
      );
      for (const [which, candidates] of scored.entries()) {
        const chances = calibrated(candidates.map(({ signals }) => signals));
        for (const [rank, { signals, confidence }] of candidates.entries()) {
          const chance = chances[rank] ?? 0;
          const isLifted = which === 0 && rank === 0 && signals.meaning !== null;
          expect(signals.described).toBe(which < 2);
          expect(confidence).toBeCloseTo(isLifted ? surestChance(chance) : chance, 9);
          compared[which] = (compared[which] ?? 0) + 1;
          if (isLifted) lifted.add(prompt);
        }
      }
    }
    expect(compared.map((count) => count >= prompts.length)).toEqual([true, true, true]);
    expect(lifted.size).toBe(prompts.length);
  });

  it('is not raised for a prompt that was translated word by word', () => {
    const view = viewOf(judge, described);
    for (const prompt of ['eine Mahnung an den Kunden schreiben', 'écrire une lettre de relance au client']) {
      const { scored } = judge.rank(view, null, prompt);
      expect(scored[0]?.signals.meaning, prompt).not.toBeNull();
      const [chance = 0] = calibrated(scored.map(({ signals }) => signals));
      expect(scored[0]?.confidence, prompt).toBeCloseTo(chance, 9);
    }
  });
});
