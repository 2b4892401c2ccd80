// English words that hold sentences together. Their stems count as any word's do, but runs of their letters tell nothing.

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those and or but if of to in on at by for from with about as into over after before is are
was were be been am do does did have has had will would can could should shall may might must i me my mine we us our you
your he him his she her it its they them their who what which when where why how there here not no so than then too very
just also some any all more most much many each other something somebody someone anything please help need want get got
give make let`.split(/\s+/),
);
