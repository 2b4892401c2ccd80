// Lists the tests that failed once and passed when they were retried, each with its first failure. A retried test is a
// defect: fix it in the change in which you notice it.
import type { Reporter, TestCase } from 'vitest/node';

export class Retried implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const [failure] = test.result().errors ?? [];
    this.#lines.push(
      `     Retried  ${test.module.relativeModuleId} > ${test.fullName}`,
      `              first failure: ${failure?.message.split('\n')[0] ?? 'unknown'}`,
    );
  }

  onTestRunEnd(): void {
    for (const line of this.#lines) console.log(line);
  }
}
