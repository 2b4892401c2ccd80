// Holds the statements that every test file makes the stores send to the rule of distributed engines (test/scale/rule).
// Statements of the tests themselves do not count.
import { afterAll, expect } from 'vitest';
import { faultsOf } from '../scale/rule/faults.ts';
import { isOfStores } from '../scale/rule/origin.ts';
import { type RecordedStatement, recordStatements } from './statement-recorder.ts';

const KEPT = Symbol.for('cairn.held-statements');
/** Files share a process. Each statement is checked once. */
const shared = globalThis as { [KEPT]?: { recorded: ReadonlyMap<string, RecordedStatement>; checked: Set<string> } };
shared[KEPT] ??= { recorded: recordStatements(), checked: new Set() };
const { recorded, checked } = shared[KEPT];

afterAll(() => {
  const fresh = [...recorded.keys()].filter((text) => !checked.has(text));
  for (const text of fresh) checked.add(text);
  const faults = fresh.flatMap((text) => {
    const found = faultsIn(text);
    return found.length > 0 && isOfStores(text)
      ? [`${found.join('; ')}\n  ${text.replaceAll(/\s+/g, ' ').trim()}`]
      : [];
  });
  expect(faults, 'statements that break the rule').toEqual([]);
});

/** Tests also send statements that no server understands. */
function faultsIn(text: string): readonly string[] {
  try {
    return faultsOf(text);
  } catch {
    return [];
  }
}
