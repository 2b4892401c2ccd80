// Runs the service with the statements from before trails could be opened to groups (audiences.ts): node --import this
// file. A hook replaces the store of visible trails, and the replacement imports the rest of it.
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    const NOW = '/trails/readers/visible-trail-store.js';
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context);
      if (!found.url.endsWith(NOW)) return found;
      const url = ${JSON.stringify(new URL('before-groups-store.mjs', import.meta.url).href)};
      return { ...found, url: url + '?now=' + encodeURIComponent(found.url) };
    }`)}`,
);
