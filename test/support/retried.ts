// Names each test that failed once and passed when it was run again, below the totals: CI goes on, and nobody overlooks
// it.
import type { Reporter, TestCase } from 'vitest/node';

export class Retried implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`     Retried  ${name}`);
  }
}
