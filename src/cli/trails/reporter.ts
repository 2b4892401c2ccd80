// Reports progress: a bar in terminals that support it, otherwise a line per step, and nothing with --json.
import type { Output } from '../host.ts';
import { terminalText } from '../terminal-text.ts';

export interface Reporter {
  /** Sets the number of steps. */
  begin(total: number): void;
  /** Completes a step. If there is no bar, prints a line if `isWorthALine`. */
  step(sentence: string, isWorthALine?: boolean): void;
  /** Prints a line, except with --json. */
  note(sentence: string): void;
  end(): void;
}

interface ReporterOptions {
  readonly isQuiet: boolean;
  /** The TERM variable. `dumb` terminals cannot erase a line. */
  readonly terminal: string | undefined;
}

const WIDTH = 24;
const DEFAULT_COLUMNS = 80;
const ERASE_LINE = '\r\x1b[2K';

/** Writes to `stream` (standard error), because standard output is for the result. */
export function reporter(stream: Output, { isQuiet, terminal }: ReporterOptions): Reporter {
  const bar = !isQuiet && stream.isTTY === true && terminal !== 'dumb';
  let [total, done] = [0, 0];
  const line = (sentence: string): void => {
    if (!isQuiet) stream.write(`${bar ? ERASE_LINE : ''}${terminalText(sentence)}\n`);
  };
  return {
    begin(steps) {
      [total, done] = [steps, 0];
    },
    step(sentence, isWorthALine = true) {
      done += 1;
      if (!bar && isWorthALine) line(sentence);
      if (!bar) return;
      const filled = Math.round((done / Math.max(total, done)) * WIDTH);
      const text = `[${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}] ${done}/${total} ${terminalText(sentence)}`;
      stream.write(ERASE_LINE + text.slice(0, (stream.columns ?? DEFAULT_COLUMNS) - 1));
    },
    note: line,
    end() {
      if (bar && done > 0) stream.write(ERASE_LINE);
    },
  };
}
