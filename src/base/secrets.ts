// The secrets of the service. The first one signs and seals. The others are previous ones: anything they signed or
// sealed is still accepted.
export type Secrets = readonly [string, ...string[]];
