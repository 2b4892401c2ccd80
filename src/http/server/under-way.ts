// Tracks work in progress, so that nothing it depends on is closed too early.

export interface UnderWay {
  begin(): void;
  /** Called once per start. */
  end(): void;
  /** Resolves once no work is in progress. */
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
