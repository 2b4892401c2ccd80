// @ts-nocheck: plain JavaScript, like the other scripts, which no tsconfig includes.
// The languages of the console. The build contains each of them: a Vite plugin marks the messages, and `localize` then
// writes a copy of every file with messages for each language, in which the translation replaces the English text. So a
// page loads only its own texts, in one language. English files are the same as without other languages.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pseudo } from './message.mjs';
import { messagesIn, parse } from './read-texts.mjs';

/**
 * `texts/de/sign-in.json` maps the messages of `console/src/sign-in` to German texts, and `texts/de/service.json` those
 * of `src` (src/http/answers/languages.ts).
 */
export const CATALOGS = fileURLToPath(new URL('../../texts', import.meta.url));
/** English with accents, 40 % longer: in development, and in builds with CAIRN_PSEUDO=1. */
export const PSEUDO = 'en-XA';

/** Languages other than English. */
export const otherLanguages = (hasPseudo = process.env.CAIRN_PSEUDO === '1') => [
  ...readdirSync(CATALOGS)
    .filter((name) => !name.endsWith('.md'))
    .sort(),
  ...(hasPseudo ? [PSEUDO] : []),
];

/** Translates the messages of an area, which is a folder of `console/src`. Untranslated messages stay English. */
export function translator(language) {
  if (language === PSEUDO) return (_area, message, tags) => pseudo(message, { tags });
  const areas = new Map();
  return (area, message) => {
    const path = join(CATALOGS, language, `${area}.json`);
    if (!areas.has(area)) areas.set(area, existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
    return areas.get(area)[message] || message;
  };
}

/** All messages by area, as `[message, by]`. The area `page` has those of index.html and of the first paint. */
export function messagesByArea(files) {
  const areas = new Map();
  for (const file of [...files, 'scripts/first-pages.mjs']) {
    const area = file.startsWith('console/') ? areaOf(file) : 'page';
    const known = areas.get(area) ?? new Map();
    areas.set(area, known);
    for (const { message, by } of messagesIn(parse(file, readFileSync(file, 'utf8')))) known.set(message, by);
  }
  return areas;
}

/** The first folder below `console/src`, or `console` for files directly in it. */
export const areaOf = (file) => /console\/src\/([\w-]+)\//.exec(file)?.[1] ?? 'console';

/** Replaces each message of a source file with `replaced(message, area, tags)`, which is source text. */
function withMessages(id, source, replaced) {
  const messages = messagesIn(parse(id, source)).filter(({ message }) => message !== undefined);
  let at = 0;
  let code = '';
  for (const { message, node, by } of messages.sort((a, b) => a.node.getStart() - b.node.getStart())) {
    code += source.slice(at, node.getStart()) + replaced(message, areaOf(id), by === 'rich');
    at = node.getEnd();
  }
  return code + source.slice(at);
}

const isSource = (id) => /console\/src\/.*\.tsx?$/.test(id) && !id.includes('/generated/');

/** Marks messages in a build, or, in development, replaces them with a choice by the language of the page. */
export function messagesPlugin() {
  let isServing = false;
  const languages = () => otherLanguages(isServing || undefined);
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isServing = command === 'serve';
    },
    transform(source, id) {
      if (!isSource(id) || languages().length === 0) return null;
      const translators = languages().map((language) => [language, translator(language)]);
      return withMessages(id, source, (message, area, tags) => {
        if (!isServing) return JSON.stringify(`@@${area}:${tags ? 'rich' : 't'}@@${message}@@`);
        const texts = Object.fromEntries(
          translators.map(([name, translate]) => [name, translate(area, message, tags)]),
        );
        return `(${JSON.stringify(texts)}[document.documentElement.lang] ?? ${JSON.stringify(message)})`;
      });
    },
    transformIndexHtml: (html) => {
      const named = html.replace(
        '<html lang="en">',
        `<html lang="en" data-languages="${['en', ...languages()].join(' ')}">`,
      );
      return isServing ? named.replace('<head>', `<head>${CHOSEN}`) : named;
    },
  };
}

/** In a build, the service chooses the language of the page (src/doors/console/console-page.ts). */
const CHOSEN =
  "<script>document.documentElement.lang = /cairn_language=([\\w-]+)/.exec(document.cookie)?.[1] ?? 'en'</script>";

const MARKED = /(["'`])@@([\w-]+):(t|rich)@@((?:\\.|(?!\1)[^\\])*?)@@\1/gs;
const NAMED = /(["'`/])([\w.-]+\.js)(?=["'`])/g;

/**
 * Writes the files of each language next to the English ones, as `page-1a2b.de-3c4d.js`. Returns for each language a
 * function that names its files in an HTML page or a list, and its translator.
 */
export function localize(folder, languages = otherLanguages()) {
  const assets = join(folder, 'console/assets');
  const files = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
  );
  const translated = withDependents(files);
  return languages.map((language) => {
    const translate = translator(language);
    const texts = new Map([...translated].map((name) => [name, inLanguage(files.get(name), translate)]));
    // A name changes with the texts, because browsers keep files forever.
    const digest = createHash('sha256')
      .update([...texts.values()].join())
      .digest('hex')
      .slice(0, 8);
    const rename = (text) =>
      text.replace(NAMED, (whole, before, name) =>
        translated.has(name) ? `${before}${name.replace(/\.js$/, `.${language}-${digest}.js`)}` : whole,
      );
    for (const [name, text] of texts)
      writeFileSync(join(assets, name.replace(/\.js$/, `.${language}-${digest}.js`)), rename(text));
    return { language, rename, translate };
  });
}

/** Removes the marks from the English files. */
export function unmark(folder) {
  const assets = join(folder, 'console/assets');
  for (const name of readdirSync(assets).filter((one) => one.endsWith('.js'))) {
    const path = join(assets, name);
    const text = readFileSync(path, 'utf8');
    if (text.includes('@@'))
      writeFileSync(
        path,
        inLanguage(text, (_area, message) => message),
      );
  }
}

const inLanguage = (text, translate) =>
  text.replace(MARKED, (_, quote, area, by, message) =>
    JSON.stringify(translate(area, unescaped(quote, message), by === 'rich')),
  );

/** The value of a string literal. */
const unescaped = (quote, text) =>
  JSON.parse(
    `"${
      quote === '"'
        ? text
        : text
            .replace(/\\(['`$])/g, '$1')
            .replace(/(?<!\\)"/g, '\\"')
            .replaceAll('\n', '\\n')
    }"`,
  );

/** Names of files that contain messages or name such a file, also in the list of files to preload. */
function withDependents(files) {
  const found = new Set([...files].filter(([, text]) => text.match(MARKED) !== null).map(([name]) => name));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [name, text] of files)
      if ([...text.matchAll(NAMED)].some(([, , other]) => found.has(other))) found.add(name);
  }
  return found;
}
