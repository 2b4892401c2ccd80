// Work that has begun and not ended, so that nothing it needs is closed beneath it.

export interface UnderWay {
  begin(): void;
  /** Called once for each beginning. */
  end(): void;
  /** Resolves when nothing is under way any more, for each who waits. */
  settled(): Promise<void>;
}

export function underWay(): UnderWay {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      if (count === 0) for (const settle of waiting.splice(0)) settle();
    },
    async settled() {
      if (count > 0) await new Promise<void>((settle) => waiting.push(settle));
    },
  };
}
