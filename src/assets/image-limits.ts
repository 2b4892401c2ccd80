// Limits for uploads. The endpoint enforces `bytes` while reading; this room checks all limits again.

/** Limits for one upload. `pixels` counts every frame of an animation. */
export interface ImageLimits {
  readonly bytes: number;
  readonly pixels: number;
  readonly frames: number;
  readonly seconds: number;
  readonly alt: number;
}

/** Contract 8: 10 MB. Decision 16: `alt` has at most 300 code points. `seconds` limits the decoding of one image. */
export const IMAGE_LIMITS: ImageLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 500,
  seconds: 30,
  alt: 300,
};
