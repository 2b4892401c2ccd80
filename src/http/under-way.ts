// Work that has begun and not ended, so that nothing it needs is closed beneath it.

export interface UnderWay {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing is under way any more, for each who waits. */
  settled(): Promise<void>;
}

export function underWay(): UnderWay {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) for (const settle of waiting.splice(0)) settle();
      }
    },
    async settled() {
      if (count > 0) await new Promise<void>((settle) => waiting.push(settle));
    },
  };
}
