// The common features of two texts.

/** Features of a text, sorted and without repeats. */
export type Features = Int32Array;

/**
 * Features of several texts; `members[starts[t]]` up to `members[starts[t + 1]]` are text t's positions in `features`.
 */
export interface SharedFeatures {
  readonly features: Features;
  readonly starts: Int32Array;
  readonly members: Uint16Array | Int32Array;
}
