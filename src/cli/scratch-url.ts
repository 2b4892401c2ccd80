// URLs of other databases on the same server.

/** Replaces or adds the database name in `url`. Does not parse it as a URL, because it may list several hosts. */
export const inDatabase = (url: string, name: string): string =>
  url.replace(/^([^:]+:\/\/[^/?]*)(?:\/[^?]*)?/, (_all, server: string) => `${server}/${name}`);
