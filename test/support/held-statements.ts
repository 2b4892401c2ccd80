// Checks the statements that stores send during every test file against the rule for distributed engines
// (test/scale/rule). Statements of the tests themselves are not checked.
import { afterAll, expect } from 'vitest';
import { faultsOf } from '../scale/rule/faults.ts';
import { isOfStores } from '../scale/rule/origin.ts';
import { type RecordedStatement, recordStatements } from './statement-recorder.ts';

const KEPT = Symbol.for('cairn.held-statements');
/** Test files share a process, so each statement is checked only once. */
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

/** Some tests send statements that are invalid on purpose. */
function faultsIn(text: string): readonly string[] {
  try {
    return faultsOf(text);
  } catch {
    return [];
  }
}
