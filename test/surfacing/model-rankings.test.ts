// With a model as the judge, the embedded judge ranks each prompt only once: for the short list, for its own verdict,
// and for the alternatives to the model's choice.
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openModel } from '../../src/surfacing/model/open-model.ts';
import { modelJudge } from '../../src/surfacing/model-judge.ts';
import { choose, chooseEach, modelKit, PROMPT } from './model-kit.ts';
import { ADVERT, MINUTES, REMINDER, viewWith } from './trails-for-tests.ts';

const deps = modelKit();
const lexical = lexicalJudge({ encoder: null });
const view = viewWith(lexical, REMINDER, ADVERT, MINUTES);
const anything = { limit: 3, mayUse: () => true };

/** A short prompt is looked up once per ranking. */
const spyOnLookUps = () => vi.spyOn(view.catalogs[0] ?? lexical.emptyCatalog(), 'nearest');
let lookUps = spyOnLookUps();

const judge = async () => {
  const model = await openModel({ provider: 'openai-compatible', model: 'stub-1', url: deps.stub.url, key: 'key' });
  return modelJudge(lexical, { model, name: 'stub-1', threshold: 0.5, fallback: true });
};

beforeEach(() => {
  lookUps = spyOnLookUps().mockClear();
});

describe('a prompt is ranked once', () => {
  it('for a verdict, and for each example of a run', async () => {
    deps.stub.reply = choose(REMINDER.title);
    await (await judge()).judge(view, REMINDER, [PROMPT]);
    expect(lookUps).toHaveBeenCalledTimes(1);
    lookUps.mockClear();
    deps.stub.reply = chooseEach(() => REMINDER.title);
    await (await judge()).judge(view, REMINDER, [PROMPT, 'write minutes', 'a job advert']);
    expect(lookUps).toHaveBeenCalledTimes(3);
  });

  it('for an offer and its alternatives', async () => {
    deps.stub.reply = choose(REMINDER.title, 'low');
    const found = await (await judge()).find(view, PROMPT, anything);
    expect(found[0]?.id).toBe(REMINDER.id);
    expect(lookUps).toHaveBeenCalledTimes(1);
  });

  it('if the model cannot be asked', async () => {
    deps.stub.reply = () => 'no answer';
    const found = await (await judge()).find(view, PROMPT, anything);
    expect(found).toEqual(await lexical.find(view, PROMPT, anything));
    expect(lookUps).toHaveBeenCalledTimes(2);
  });
});
