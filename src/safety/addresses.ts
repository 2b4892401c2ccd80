// Finds HTML comments, data URIs, and links to domains that a workspace does not list.
import { t } from '../base/texts/t.ts';
import { isInDomain, type Reading, type Spot } from './safety-finding.ts';

export function findComments({ text, scrutiny, found }: Reading): void {
  let [fences, lastFence] = [0, text.indexOf('```')];
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    if (!scrutiny.spend('html_comments', at, 20)) return;
    for (; lastFence !== -1 && lastFence < at; lastFence = text.indexOf('```', lastFence + 3)) fences += 1;
    const close = text.indexOf('-->', at + 4);
    const end = close === -1 ? text.length : close + 3;
    // People can see comments in code.
    if (fences % 2 === 0 && text[at - 1] !== '`') found.push(comment(at, Math.min(end - at, 500)));
    at = text.indexOf('<!--', end);
  }
}

const comment = (at: number, length: number): Spot => ({
  ...{ class: 'html_comments', at, length },
  message: (line) =>
    t('The comment in line {line} is hidden from people, but AI tools read it. Remove it, or write it as text.', {
      line,
    }),
});

const DATA = /data:[\w+-]{0,40}(?:\/[\w.+-]{1,60})?(?:;[\w=-]{1,40}){0,4}(?:;base64)?,[^\s)]/iy;

/** `data:text/html,…` */
export function findDataUri(text: string, at: number, _end: number, found: Spot[]): void {
  DATA.lastIndex = at;
  const match = DATA.exec(text);
  if (match === null) return;
  found.push({
    ...{ class: 'data_uris', at, length: match[0].length },
    message: (line) =>
      t('Line {line} contains a data URI, which can hide anything. Upload the file or link to it.', { line }),
  });
}

const HOST = /:\/\/(?:[^\s/?#@"'<>()[\]]{0,200}@)?([A-Za-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])/iy;

/** A link to another domain than those listed, found at its colon. */
export function findOutsideLink({ text, options, found }: Reading, colon: number): void {
  const scheme = /https?$/i.exec(text.slice(Math.max(0, colon - 5), colon))?.[0];
  if (scheme === undefined || options.domains.length === 0) return;
  const start = colon - scheme.length;
  if (options.ownImagePrefix !== '' && text.startsWith(options.ownImagePrefix, start)) return;
  HOST.lastIndex = colon;
  const match = HOST.exec(text);
  const host = (match?.[1] ?? '').toLowerCase().replace(/\.$/, '');
  if (match === null || isInDomain(host, options.domains)) return;
  found.push({
    ...{ class: 'outside_links', at: start, length: scheme.length + match[0].length },
    message: (line) =>
      t('Line {line} links to {host}, which is not among the domains of this workspace. Remove the link.', {
        line,
        host,
      }),
  });
}
