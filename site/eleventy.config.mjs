// Builds the documentation site with Eleventy: Markdown files of the repository, and the OpenAPI documents as pages.
// Pages are virtual templates, so the sources stay plain Markdown without front matter.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { apiPages } from './api-pages.mjs';
import { APIS, NAVIGATION, pathOf } from './navigation.mjs';
import { searchIndex } from './search-index.mjs';

const pages = NAVIGATION.flatMap(({ pages }) => pages);
const paths = new Map(pages.map(([file]) => [file, pathOf(file)]));
const urlOf = (path) => (path === '' ? '/docs/' : `/docs/${path}`);
/** GitHub's anchors, so that links work in both places. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const references = APIS.map(({ file, folder, name, prefix }) => ({
  name,
  pages: apiPages(JSON.parse(readFileSync(file, 'utf8')), prefix).map(({ tag, markdown }) => ({
    title: tag,
    path: `${folder}/${slugOf(tag)}`,
    markdown,
  })),
}));

export default function config(eleventy) {
  const navigation = [
    ...NAVIGATION.map(({ name, pages }) => ({
      name,
      pages: pages.map(([file, title]) => ({ title, url: urlOf(pathOf(file)) })),
    })),
    ...references.map(({ name, pages }) => ({
      name,
      pages: pages.map(({ title, path }) => ({ title, url: urlOf(path) })),
    })),
  ];
  const add = (name, path, title, section, markdown, source) =>
    eleventy.addTemplate(`site/${name}.md`, markdown, {
      layout: 'page.njk',
      permalink: `${path === '' ? 'index' : path}.html`,
      url: urlOf(path),
      ...{ title, section, source, navigation },
    });
  for (const { name, pages } of NAVIGATION)
    for (const [file, title] of pages)
      add(`page-${file.replaceAll('/', '-')}`, pathOf(file), title, name, readFileSync(file, 'utf8'), file);
  for (const { name, pages } of references)
    for (const { title, path, markdown } of pages) add(path, path, title, name, markdown, `site/${path}.md`);
  eleventy.addTemplate('site/404.md', '# Page not found\n\nSearch, or use the navigation.', {
    ...{ layout: 'page.njk', permalink: '404.html', url: '', title: 'Page not found', section: '', navigation },
  });
  eleventy.ignores.add('site/index.md');
  eleventy.addPassthroughCopy({
    'docs/images': 'images',
    'site/site.css': 'site.css',
    'site/site.js': 'site.js',
    'site/search-options.mjs': 'search-options.mjs',
    'node_modules/minisearch/dist/es/index.js': 'minisearch.js',
    'console/public/console/mark.svg': 'mark.svg',
  });
  eleventy.amendLibrary('md', (markdown) => extend(markdown));
  eleventy.on('eleventy.after', ({ results, directories }) => searchIndex(results, directories.output));
  return {
    dir: { input: 'site', includes: '.' },
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  };
}

/** Gives headings anchors, points links at pages of the site, and replaces the style of table cells with a class. */
function extend(markdown) {
  markdown.core.ruler.push('anchors', ({ tokens }) => {
    const seen = new Map();
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const slug = slugOf(tokens[at + 1].children.map(({ content }) => content).join(''));
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      token.attrSet('id', count === 0 ? slug : `${slug}-${count}`);
    }
  });
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (...args) => fence(...args).replace('<pre', '<pre tabindex="0"');
  markdown.core.ruler.push('addresses', ({ tokens, env }) => {
    for (const token of tokens) {
      if (/^t[hd]_open$/.test(token.type) && token.attrs !== null) {
        token.attrs = [['class', token.attrGet('style')?.split(':')[1] ?? '']];
      }
      // Tables and listings scroll sideways, so the keyboard has to reach them.
      if (token.type === 'table_open') token.attrSet('tabindex', '0');
      for (const child of token.children ?? []) address(child, env.source);
    }
  });
}

function address(token, source = 'site/index.md') {
  const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
  const given = name === undefined ? null : token.attrGet(name);
  if (given === null || /^(?:[a-z]+:|#|\/)/.test(given)) return;
  const [file = '', anchor] = given.split('#');
  const target = normalize(join(dirname(source), file)).replace(/\/$/, '');
  const path =
    paths.get(target) ?? paths.get(`${target}/README.md`) ?? (target === 'docs/scim' ? 'scim/okta' : undefined);
  if (target.startsWith('docs/images/')) token.attrSet(name, `/docs/${target.slice('docs/'.length)}`);
  else if (path !== undefined) token.attrSet(name, urlOf(path) + (anchor === undefined ? '' : `#${anchor}`));
  else if (target === 'README.md') token.attrSet(name, '/docs/');
  // The reader has no copy of the repository: a file without a page stays text.
  else token.attrs = [];
}
