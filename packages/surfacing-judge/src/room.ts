// Flat memory that is used again and again. Big arrays made for every verdict would bring the garbage collector's long
// pauses along with them.

type Flat = Int32Array | Float64Array;

/**
 * A room of at least `length` places, which holds whatever stood there before. It is the caller's until the next call,
 * so only for work that neither waits nor calls itself.
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
