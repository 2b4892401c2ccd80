// Reusable flat memory. Allocating large arrays for every verdict would cause long garbage collections.

type Flat = Int32Array | Float64Array;

/**
 * A buffer of at least `length` numbers, with arbitrary contents. It is valid until the next call, so use it only for
 * work that neither waits nor calls itself.
 */
export type Room<Kind extends Flat> = (length: number) => Kind;

export const integers = (): Room<Int32Array<ArrayBuffer>> => {
  let held = new Int32Array(0);
  return (length) => {
    if (held.length < length) held = new Int32Array(2 * length);
    return held.subarray(0, length);
  };
};

export const floats = (): Room<Float64Array<ArrayBuffer>> => {
  let held = new Float64Array(0);
  return (length) => {
    if (held.length < length) held = new Float64Array(2 * length);
    return held.subarray(0, length);
  };
};
