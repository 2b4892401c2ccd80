// What a command says while it works: a bar on a terminal that can erase one, a line a step elsewhere, nothing with
// --json.
import type { Output } from '../host.ts';
import { terminalText } from '../terminal-text.ts';

export interface Reporter {
  /** Announces so many steps. */
  begin(total: number): void;
  /** One more is done; without a terminal it gets a line only where it is worth one. */
  step(sentence: string, isWorthALine?: boolean): void;
  /** Something worth a line whatever the mode, but JSON. */
  note(sentence: string): void;
  end(): void;
}

interface ReporterOptions {
  readonly isQuiet: boolean;
  /** TERM: what a `dumb` one is sent to erase a line, it shows. */
  readonly terminal: string | undefined;
}

const WIDTH = 24;
const USUAL_COLUMNS = 80;
const ERASE_LINE = '\r\x1b[2K';

/** Writes to `stream`, which is standard error: what a command answers stands alone on standard output. */
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
      stream.write(ERASE_LINE + text.slice(0, (stream.columns ?? USUAL_COLUMNS) - 1));
    },
    note: line,
    end() {
      if (bar && done > 0) stream.write(ERASE_LINE);
    },
  };
}
