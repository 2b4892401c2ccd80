// Preloads for the addresses that people open most: the files of the page, its first requests, and its static header,
// which is visible before any script has run.

/** The same logo as in `console/src/shell/cairn-mark.tsx`. */
const MARK = `<svg viewBox="0 0 32 32"><path d="M4.2 25.1c0-2.6 4.6-4.2 11.2-4.2 7.3 0 12.5 1.5 12.5 4.4 0 2.5-4.8 3.7-11.8 3.7-7.3 0-11.9-1.2-11.9-3.9Z"/><path opacity=".86" d="M7.9 16.5c.3-2.4 3.9-3.6 8.5-3.5 4.9.1 8 1.5 7.8 3.7-.2 2.2-3.7 3.1-8.3 3-4.8-.1-8.3-.9-8-3.2Z"/><path opacity=".72" d="M11.1 8.2c.2-2.5 2.4-4.5 5.3-4.3 2.8.1 4.7 1.9 4.6 4.2-.1 2.6-2.3 3.8-5.2 3.7-3-.1-4.9-1.3-4.7-3.6Z"/></svg>`;

const SESSION = '/manage/v1/session';
const lines = (count) => '<i></i>'.repeat(count);
const page = (title, lead, box = '') =>
  `<header>${MARK}<b>Cairn</b></header><section>${title === '' ? '' : `<strong>${title}</strong>`}` +
  `${lead === '' ? '' : `<p>${lead}</p>`}${box}<div>${lines(8)}</div></section>`;

/** The same texts as on the page. */
const signIn = (t, rich) =>
  `<section class="first-sign-in">${MARK}<strong>${t('Sign in to Cairn')}</strong><p>${t('Trails that lead you through your AI tools.')}</p>` +
  `<div>${lines(3)}</div><small>${rich('First time here, or no password yet? Ask an admin of your workspace, or the people who run the service, for a <span>sign-in link</span>.')}</small></section>`;

/** The texts of index.html. */
export const pageTexts = (t) => [
  t("Trails that guide a company's people through their AI tools."),
  t("Cairn's console needs JavaScript. The API at /v1 does not."),
];

/**
 * By address; a star matches the last part of the path. `reads` must equal the URLs that the page itself requests;
 * `html` is the visible header, whose texts `t` and `rich` translate. Without a session, only the first entry is used.
 */
export const firstPages = (t, rich) => ({
  '/sign-in': { source: 'src/sign-in/sign-in-page.tsx', reads: [], html: signIn(t, rich) },
  '/overview': {
    source: 'src/overview/overview-page.tsx',
    reads: [SESSION],
    html: page(t('Overview'), t('What needs a hand, and how the last 30 days went.')),
  },
  '/trails': {
    source: 'src/read/trails-page.tsx',
    reads: [SESSION, '/manage/v1/reader/trails?limit=100'],
    html: page(
      t('What are you about to do?'),
      t('Say it in your own words, and Cairn finds the right trail.'),
      `<div class="first-ask">${t('Write back to a customer whose order is late')}</div>`,
    ),
  },
  '/trails/*': {
    source: 'src/read/trail-page.tsx',
    reads: [SESSION, '/manage/v1/reader/trails/*'],
    html: page('', ''),
  },
  '/write': { source: 'src/write/list/list-page.tsx', reads: [SESSION], html: page('', '') },
  '/write/*': {
    source: 'src/write/trail/trail-page.tsx',
    reads: [SESSION, '/console/v1/trails/*', '/manage/v1/ai-tools'],
    html: page('', ''),
  },
  '/catalog-health': {
    source: 'src/write/health/health-page.tsx',
    reads: [SESSION],
    html: page(
      t('Catalog health'),
      t(
        "Each example of a live trail is removed and then tried as if someone had just typed it. Employees won't find trails that are not found here.",
      ),
    ),
  },
  '/admin/members': {
    source: 'src/admin/people/members-page.tsx',
    reads: [SESSION, '/manage/v1/members?limit=100&sort=name'],
    html: page(t('Members'), t('Everyone in the workspace, and where they come from.')),
  },
});
