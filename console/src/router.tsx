// All routes of the console. Areas load on demand. Without a session, every page leads to the sign-in page, which then
// returns to it.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  ACCOUNT,
  AUDIT,
  CONNECT,
  CONNECTION,
  GROUPS,
  HISTORY,
  HOME,
  KEYS,
  MEMBERS,
  ORGANIZATION,
  PERSON,
  TRAIL,
  TRAIL_LIST,
  WEBHOOK,
} from './addresses.ts';
import { cache, isOfFormerMember, sessionEnds } from './api/cache.ts';
import { isReachable, loaded } from './api/patiently.ts';
import { isProblem, problemOf } from './api/problem.ts';
import { sessionQuery } from './api/session.ts';
import { forgetTyped, holdsWork } from './parts/forms/held-work.ts';
import { isId, isPage, type Members, validSearch } from './parts/page/address.ts';
import { noteFollowed } from './parts/page/page-focus.ts';
import { useFocusKeeper } from './shell/focus-keeper.ts';
import { homeOf } from './shell/navigation.ts';
import { NotHere } from './shell/not-here.tsx';
import { OfService, OfWorkspace } from './shell/of-place.tsx';
import { OfAdmins, OfApprovers, OfAuthors, OfAuthorsAndAdmins, OfEditors } from './shell/of-role.tsx';
import { Opening } from './shell/opening.tsx';
import { PageError, PageErrorAlone } from './shell/page-error.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotHere, errorComponent: PageErrorAlone });

/** The root of all pages, with or without a session. */
function Root() {
  useFocusKeeper();
  return <Outlet />;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) => ({
    to: typeof search.to === 'string' && isPage(search.to) ? search.to : '/',
    error: typeof search.error === 'string' ? search.error : '',
  }),
  search: { middlewares: [stripSearchParams({ to: '/', error: '' })] },
  component: lazyRouteComponent(
    online(() => import('./sign-in/sign-in-page.tsx')),
    'SignInPage',
  ),
});

/** For people with a setup link: no session, no frame. */
const setup = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(
    online(() => import('./setup/setup-page.tsx')),
    'SetupPage',
  ),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: PageErrorAlone,
  pendingMs: 300,
  pendingComponent: Opening,
  beforeLoad: async ({ location }) => {
    try {
      return { session: await cache.ensureQueryData(sessionQuery) };
    } catch (thrown) {
      if (isProblem(thrown) && thrown.status === 401)
        throw redirect({ to: '/sign-in', search: { to: location.href, error: '' } });
      throw thrown;
    }
  },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: homeOf(context.session), replace: true });
  },
});

/** Redirects from an old URL of the overview. */
const formerOverview = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});

/** Pages of a workspace and pages of the service. A session of the other kind gets a note that says so. */
const ofWorkspace = createRoute({ getParentRoute: () => shell, id: 'workspace', component: OfWorkspace });
/** Pages of a workspace for admins, for authors, and for both. */
const ofAdmins = createRoute({ getParentRoute: () => ofWorkspace, id: 'admins', component: OfAdmins });
const ofItsAuthors = createRoute({ getParentRoute: () => ofWorkspace, id: 'its-authors', component: OfAuthors });
const ofBoth = createRoute({ getParentRoute: () => ofWorkspace, id: 'both', component: OfAuthorsAndAdmins });
const ofService = createRoute({ getParentRoute: () => shell, id: 'service', component: OfService });
/** Pages for authors, of a workspace or of the service. */
const ofAuthors = createRoute({ getParentRoute: () => shell, id: 'authors', component: OfAuthors });
const ofEditors = createRoute({ getParentRoute: () => shell, id: 'editors', component: OfEditors });
/** Pages for members of the group that approves. */
const ofApprovers = createRoute({ getParentRoute: () => ofWorkspace, id: 'approvers', component: OfApprovers });

/**
 * A page below `parent`. `name` is its export in the loaded file. `members` are its search parameters (`addresses.ts`).
 */
const pageOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string, Name extends string, Of extends Members = Readonly<Record<never, never>>>(
    path: Path,
    load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
    name: Name,
    members?: Of,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: validSearch(members ?? ({} as Of)),
      // Keep this inline: a loader with a declared parameter type would accept any path parameters.
      loader: ({ params }) => leadsSomewhere(params),
      notFoundComponent: NotHere,
      component: lazyRouteComponent(
        online(async () => ({ Page: (await load())[name] })),
        'Page',
      ),
    });
const page = pageOf(shell);
const readersPage = pageOf(ofWorkspace);
const workspacePage = pageOf(ofAdmins);
const itsAuthorsPage = pageOf(ofItsAuthors);
const bothsPage = pageOf(ofBoth);
const servicePage = pageOf(ofService);
const authorsPage = pageOf(ofAuthors);
const editorsPage = pageOf(ofEditors);
const approversPage = pageOf(ofApprovers);

/** Path parameters must be ids. Anything else is not found, without asking the service. */
function leadsSomewhere(params: Readonly<Record<string, unknown>>): void {
  const ids = Object.entries(params).filter(([name]) => name.endsWith('Id'));
  if (ids.some(([, value]) => typeof value !== 'string' || !isId(value))) throw notFound();
}

/**
 * Loads the file of a page. If it is missing, it belongs to an older release and the router reloads the window. While
 * the service is unreachable, a reload would show the browser's error page, so throw a problem that is shown in the
 * frame.
 */
function online<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () =>
    loaded(load).catch(async (thrown: unknown) => {
      throw (await isReachable()) ? thrown : problemOf(thrown);
    });
}

const pages = [
  page('/account', () => import('./sign-in/account-page.tsx'), 'AccountPage', ACCOUNT),
  page('/apps', () => import('./connected-apps/apps-page.tsx'), 'AppsPage'),
  page('/connect/$uid', () => import('./consent/consent-page.tsx'), 'ConsentPage'),
  page('/confirm-sign-in', () => import('./sign-in/confirm-sign-in-page.tsx'), 'ConfirmSignInPage'),
  page('/device', () => import('./consent/device-page.tsx'), 'DevicePage'),
  page('/$', async () => ({ NotHere }), 'NotHere'),
];

const readersPages = [
  readersPage('/trails', () => import('./read/trails-page.tsx'), 'TrailsPage', HOME),
  readersPage('/trails/$trailId', () => import('./read/trail-page.tsx'), 'TrailPage'),
  readersPage('/connect', () => import('./connect/connect-page.tsx'), 'ConnectPage', CONNECT),
];

const authorsPages = [authorsPage('/catalog-health', () => import('./write/health/health-page.tsx'), 'HealthPage')];

const editorsPages = [
  editorsPage('/write', () => import('./write/list/list-page.tsx'), 'ListPage', TRAIL_LIST),
  editorsPage('/write/$trailId', () => import('./write/trail/trail-page.tsx'), 'TrailPage', TRAIL),
];

const approversPages = [
  approversPage('/approvals', () => import('./write/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  approversPage('/approvals/$trailId', () => import('./write/approvals/approval-page.tsx'), 'ApprovalPage'),
];

const itsAuthorsPages = [
  itsAuthorsPage('/insight', () => import('./insight/insight-page.tsx'), 'InsightPage'),
  itsAuthorsPage('/write/sets', () => import('./write/sets/sets-page.tsx'), 'SetsPage'),
  itsAuthorsPage('/write/sets/$setId', () => import('./write/sets/set-page.tsx'), 'SetPage'),
];

const bothsPages = [bothsPage('/overview', () => import('./overview/overview-page.tsx'), 'OverviewPage')];

const workspacePages = [
  workspacePage('/admin/members', () => import('./admin/people/members-page.tsx'), 'MembersPage', MEMBERS),
  workspacePage('/admin/members/$userId', () => import('./admin/people/member-page.tsx'), 'MemberPage', PERSON),
  workspacePage(
    '/admin/members/$userId/history',
    () => import('./admin/people/history-page.tsx'),
    'HistoryPage',
    HISTORY,
  ),
  workspacePage(
    '/admin/organisation',
    () => import('./admin/organisation/organisation-page.tsx'),
    'OrganizationPage',
    ORGANIZATION,
  ),
  workspacePage('/admin/groups', () => import('./admin/groups/groups-page.tsx'), 'GroupsPage', GROUPS),
  workspacePage('/admin/groups/$groupId', () => import('./admin/groups/group-page.tsx'), 'GroupPage'),
  workspacePage('/admin/connections', () => import('./admin/connections/connections-page.tsx'), 'ConnectionsPage'),
  workspacePage(
    '/admin/connections/$connectionId',
    () => import('./admin/connections/connection-page.tsx'),
    'ConnectionPage',
    CONNECTION,
  ),
  workspacePage('/admin/keys', () => import('./admin/keys/keys-page.tsx'), 'KeysPage', KEYS),
  workspacePage('/admin/webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  workspacePage('/admin/webhooks/$webhookId', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage', WEBHOOK),
  workspacePage('/admin/apps', () => import('./connected-apps/workspace-apps-page.tsx'), 'WorkspaceAppsPage'),
  workspacePage('/admin/audit', () => import('./admin/audit/audit-page.tsx'), 'AuditPage', AUDIT),
  workspacePage('/admin/workspace', () => import('./admin/workspace/workspace-page.tsx'), 'WorkspacePage'),
];

const servicePages = [
  servicePage('/operator', () => import('./operate/workspaces-page.tsx'), 'WorkspacesPage'),
  servicePage('/operator/workspaces/$teamId', () => import('./operate/workspace-page.tsx'), 'WorkspacePage'),
  servicePage('/operator/operators', () => import('./operate/operators-page.tsx'), 'OperatorsPage'),
  servicePage('/operator/publishing', () => import('./operate/catalog-page.tsx'), 'CatalogPage'),
  servicePage('/operator/backups', () => import('./operate/backups-page.tsx'), 'BackupsPage'),
  servicePage('/operator/keys', () => import('./admin/keys/keys-page.tsx'), 'KeysPage', KEYS),
  servicePage('/operator/webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  servicePage('/operator/webhooks/$webhookId', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage', WEBHOOK),
  servicePage('/operator/audit', () => import('./admin/audit/audit-page.tsx'), 'AuditPage', AUDIT),
];

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    setup,
    shell.addChildren([
      home,
      formerOverview,
      ...pages,
      ofAuthors.addChildren(authorsPages),
      ofEditors.addChildren(editorsPages),
      ofWorkspace.addChildren([
        ...readersPages,
        ofItsAuthors.addChildren(itsAuthorsPages),
        ofBoth.addChildren(bothsPages),
        ofApprovers.addChildren(approversPages),
        ofAdmins.addChildren(workspacePages),
      ]),
      ofService.addChildren(servicePages),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotHere,
  scrollRestoration: true,
  // Another id is another page: remount it, so that nothing typed, selected or shown for one person appears on the next
  // page.
  defaultRemountDeps: ({ params }) => params,
});

sessionEnds.addEventListener('end', (event) => {
  if (['/sign-in', '/set-up'].includes(router.state.location.pathname) || holdsWork()) return;
  cache.clear();
  const error = isOfFormerMember(event) ? 'no-member' : 'session-ended';
  void router.navigate({ to: '/sign-in', search: { to: router.state.location.href, error } });
});

router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
  if (!pathChanged) return;
  noteFollowed(fromLocation?.state.__TSR_key);
  forgetTyped();
});

// After Back, recently opened items may have moved to the top of their list. Scroll to the focused link.
router.subscribe('onRendered', ({ pathChanged }) => {
  if (pathChanged) document.activeElement?.closest('#content a')?.scrollIntoView({ block: 'nearest' });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
