// Routes of the console: its files, and its page at every URL it knows. `/` returns the page to browsers and the API
// metadata to other clients, depending on the Accept header.

import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../base/refusal.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { acceptedCoding, prefersHtml } from '../../http/answers/negotiate.ts';
import type { Anyone } from '../../http/endpoint/anyone.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { type OpenEndpoint, operation, routes } from '../public/open-door.ts';
import type { ConsoleFile, ConsoleFiles } from './console-files.ts';
import { consolePage, PAGE_VARIES } from './console-page.ts';

/** Every path of the console except `/`. A trailing star matches everything below. */
const ADDRESSES = [
  '/sign-in',
  '/set-up',
  '/account',
  '/overview',
  '/connect',
  '/connect/:uid',
  '/device',
  '/confirm-sign-in',
  '/apps',
  '/trails',
  '/trails/*',
  '/write',
  '/write/*',
  '/approvals',
  '/approvals/*',
  '/catalog-health',
  '/insight',
  '/admin',
  '/admin/*',
  '/operator',
  '/operator/*',
];

/**
 * Adds the page to the metadata endpoint at `/` and appends the console's own routes. Returns `endpoints` unchanged if
 * the console was not built.
 */
export function withConsole(endpoints: readonly OpenEndpoint[], console: ConsoleFiles | undefined): OpenEndpoint[] {
  if (console === undefined) return [...endpoints];
  return [
    ...endpoints.map((endpoint) => (endpoint.path === '/' ? atRoot(endpoint, console) : endpoint)),
    ...routes({
      ...Object.fromEntries(ADDRESSES.map((path) => [`GET ${path}`, getPageOperation(path, console)])),
      'GET /console/assets/:name': getFileOperation('/console/assets/:name', console, NAMED_BY_CONTENT),
      'GET /console/mark.svg': getFileOperation('/console/mark.svg', console, ICON),
      'GET /favicon.ico': getFileOperation('/favicon.ico', console, ICON),
    }),
  ];
}

/** API paths. Unknown paths below them get problem details, like every other API error. */
const OF_PROGRAMS =
  /^\/(?:v1|manage|scim|setup|console|sign-in|assets|catalogs|problems|health|oauth|mcp|\.well-known)(?:\/|$)/;

/** The page for browsers at an unknown URL, with status 404. The console then shows its own message. */
export const pageElsewhere =
  (console: ConsoleFiles | undefined) =>
  ({ method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders }): Answer | undefined => {
    if (console === undefined || !['GET', 'HEAD'].includes(method) || !prefersHtml(headers.accept)) return undefined;
    return OF_PROGRAMS.test(url.split('?')[0] ?? '')
      ? undefined
      : {
          ...consolePage(console, { url, cookies: headers.cookie, languages: headers['accept-language'] }),
          status: 404,
        };
  };

const base = { tag: 'Console', idempotent: false, refusals: ['not-found'] } as const;

const requestOf = (call: Pick<Call<Anyone>, 'url' | 'header'>) => ({
  url: call.url,
  cookies: call.header('cookie'),
  languages: call.header('accept-language'),
});

const atRoot = (metadata: OpenEndpoint, console: ConsoleFiles): OpenEndpoint => ({
  ...metadata,
  async handle(call) {
    if (prefersHtml(call.header('accept'))) return consolePage(console, requestOf(call));
    const answer = await metadata.handle(call);
    return { ...answer, headers: { ...answer.headers, Vary: PAGE_VARIES } };
  },
});

const getPageOperation = (path: string, console: ConsoleFiles) =>
  operation({
    ...base,
    id: `console.page${path}`,
    summary: 'The console',
    answers: { 200: { description: 'The page.', contentType: 'text/html' } },
    async handle(call) {
      if (prefersHtml(call.header('accept'))) return consolePage(console, requestOf(call));
      throw refuse(
        'not-found',
        'This URL belongs to the console and needs a browser. The API is at /v1 and /manage/v1.',
      );
    },
  });

const NAMED_BY_CONTENT = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
/** AI tools show the icon next to the name of the connection. */
const ICON = { 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' };

const getFileOperation = (path: string, console: ConsoleFiles, headers: Answer['headers']) =>
  operation({
    ...base,
    id: `console.file${path}`,
    summary: 'A file of the console',
    answers: { 200: { description: 'The file.' } },
    async handle(call) {
      const wanted = console.files.get(call.url.split('?')[0] ?? '');
      if (wanted === undefined) throw refuse('not-found', 'No such file. Reload the page.');
      return fileAnswer(wanted, headers, call);
    },
  });

function fileAnswer(wanted: ConsoleFile, headers: Answer['headers'], call: Pick<Call<Anyone>, 'header'>): Answer {
  const coding = acceptedCoding(call.header('accept-encoding'), wanted);
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': wanted.contentType,
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
    },
    body: { bytes: (coding === undefined ? undefined : wanted[coding]) ?? wanted.plain },
  };
}
