// What the driver makes of values, of which its types do not tell.
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value as it is sent: as text, or as bytes. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
