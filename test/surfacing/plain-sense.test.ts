// Cases that a person would get right: a keyword that only one trail has, the requested action, and a prompt that asks
// for nothing.
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { afterAll, describe, expect, it } from 'vitest';
import { EVALUATION_CATALOG, TYPED_CATALOG } from '../../bench/judge/catalogs.ts';
import { viewOf } from '../../bench/judge/contender.ts';
import type { AuthoredCatalog } from '../../bench/judge/judge-data.ts';
import { keptEncoder } from '../../bench/judge/kept-vectors.ts';

const kept = keptEncoder();
afterAll(() => kept.keep());
const judges = {
  'with the encoder': lexicalJudge({ encoder: kept.encoder }),
  'by words alone': lexicalJudge({ encoder: null }),
};

describe.each(Object.entries(judges))('the judge %s', (name, judge) => {
  const open = ({ trails }: AuthoredCatalog) =>
    viewOf(
      judge,
      trails.map((one) => judgedTrail(one.id, one.document)),
    );
  const typed = open(TYPED_CATALOG);
  const evaluation = open(EVALUATION_CATALOG);
  const offered = async (view: typeof typed, prompt: string) =>
    (await judge.find(view, prompt, { limit: 1, mayUse: () => true }))[0];

  it.each([
    ['wsjf', 'rank-the-backlog-by-wsjf'],
    ['need the wsjf for monday', 'rank-the-backlog-by-wsjf'],
    ['RCA please', 'run-a-root-cause-analysis'],
    ['rca for the pump on line two', 'run-a-root-cause-analysis'],
    ['dsar', 'answer-a-dsar'],
    ['a dsar came in today from a former colleague', 'answer-a-dsar'],
    ['dpia for the new camera', 'assess-the-privacy-risk-of-a-tool'],
    ['okr draft for logistics', 'draft-team-okrs'],
  ])('finds the trail by its rare keyword: "%s"', async (prompt, id) => {
    expect((await offered(typed, prompt))?.id).toBe(id);
  });

  it.each(['hi', 'why', 'ok thanks', 'hey there', 'help me', 'hallo', 'merci'])(
    'offers nothing for "%s"',
    async (prompt) => {
      for (const view of [typed, evaluation]) expect(await offered(view, prompt)).toBeUndefined();
    },
  );

  it('offers a trail for a greeting that the trail lists', async () => {
    const document = {
      title: 'Welcome a visitor',
      trigger: { when: 'Somebody greets the front desk', examples: [{ text: 'hello', expect: 'match' as const }] },
    };
    const view = viewOf(
      judge,
      [...TYPED_CATALOG.trails.slice(0, 9), { id: 'welcome', document }].map((one) =>
        judgedTrail(one.id, one.document),
      ),
    );
    expect((await offered(view, 'hello'))?.id).toBe('welcome');
  });

  // Words alone do not recognize actions: docs/judge.md.
  const whereDeedsCount = it.skipIf(name === 'by words alone');

  whereDeedsCount('offers no call notes to a person who asks whether calls may be recorded', async () => {
    const prompt = 'can we record customer calls for training';
    for (const view of [typed, evaluation]) expect(await offered(view, prompt)).toBeUndefined();
  });

  whereDeedsCount.each(['buy a crm licence', 'call the client about the audit', 'book a room for the retro'])(
    'offers nothing for "%s", an action without a trail',
    async (prompt) => {
      expect(await offered(typed, prompt)).toBeUndefined();
    },
  );
});
