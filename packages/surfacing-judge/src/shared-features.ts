// What two texts share.

/** Features of a text, ascending and without repeats. */
export type Features = Int32Array;

/** Features of several texts; `members[starts[t]]` up to `members[starts[t + 1]]` are text t's places in `features`. */
export interface SharedFeatures {
  readonly features: Features;
  readonly starts: Int32Array;
  readonly members: Uint16Array | Int32Array;
}
