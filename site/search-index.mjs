// Writes the search index of the site: an entry for each heading, with the text below it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { SEARCH } from './search-options.mjs';

/** `results` are the written pages: `url` and the HTML in `content`. */
export function searchIndex(results, output) {
  const entries = results.filter(({ url }) => url.endsWith('.html') && !url.includes('404')).flatMap(sectionsOf);
  const index = new MiniSearch(SEARCH);
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  writeFileSync(join(output, 'search.json'), JSON.stringify(index));
}

function sectionsOf({ url, content }) {
  const [, title = ''] = /<title>(.*?) ·/.exec(content) ?? [];
  const [, main = ''] = /<article>([\s\S]*)<\/article>/.exec(content) ?? [];
  const page = `/docs${url.replace(/\.html$/, '').replace(/\/index$/, '/')}`;
  return main.split(/(?=<h[1-4] id=)/).map((part) => {
    const [, id, heading = ''] = /^<h[1-4] id="([^"]*)"[^>]*>([\s\S]*?)<\/h[1-4]>/.exec(part) ?? [];
    return { url: id === undefined ? page : `${page}#${id}`, page: title, heading: plain(heading), text: plain(part) };
  });
}

const plain = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
