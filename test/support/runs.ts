// How often a property is tried, a process is killed, a trail is generated: few times by day, with other values each
// time. CAIRN_TEST_RUNS says how many times as often; every night it is ten (.ci/nightly).
const TIMES = Number(process.env.CAIRN_TEST_RUNS ?? 1);

export const runs = (byDay: number): number => byDay * TIMES;

/** Of what is tried in every combination, one in `count` by day, from `first` on; all of them at night. */
export const oneIn = <One>(all: readonly One[], count: number, first: number): readonly One[] =>
  TIMES > 1 ? all : all.filter((_, at) => at % count === first % count);
