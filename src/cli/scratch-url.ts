// The address of another database on the server that an address names.

/**
 * `url` with `name` in the place of its database, also where it names none. Not parsed as a URL: several hosts may
 * stand in it.
 */
export const inDatabase = (url: string, name: string): string =>
  url.replace(/^([^:]+:\/\/[^/?]*)(?:\/[^?]*)?/, (_all, server: string) => `${server}/${name}`);
