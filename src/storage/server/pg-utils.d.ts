// Driver functions for values that its own types omit.
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value in wire format: text or bytes. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
