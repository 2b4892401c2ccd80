// The secrets of the service. The first one signs and seals. The others are former ones: what they signed or sealed is
// still accepted.
export type Secrets = readonly [string, ...string[]];
