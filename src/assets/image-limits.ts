// Limits of uploads. The door enforces `bytes` while reading; the room checks all limits again.

/** Limits of one upload. `pixels` counts every frame of an animation. */
export interface ImageLimits {
  readonly bytes: number;
  readonly pixels: number;
  readonly frames: number;
  readonly seconds: number;
  readonly alt: number;
}

/** Contract 8: 10 MB. Decision 16: at most 300 code points of `alt`. `seconds` limits one decoding. */
export const IMAGE_LIMITS: ImageLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 500,
  seconds: 30,
  alt: 300,
};
