// How often a test repeats something, such as a property, a killed process or a generated trail: a few times by day,
// with new values each time. CAIRN_TEST_RUNS is the multiplier. The nightly run uses ten (.ci/nightly).
const TIMES = Number(process.env.CAIRN_TEST_RUNS ?? 1);

export const runs = (byDay: number): number => byDay * TIMES;

/** Selects every `count`-th combination, starting with `first`, or all of them in the nightly run. */
export const oneIn = <One>(all: readonly One[], count: number, first: number): readonly One[] =>
  TIMES > 1 ? all : all.filter((_, at) => at % count === first % count);
