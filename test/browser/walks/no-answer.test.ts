// Fails each request of every page in turn. No page is blank, waits forever, or shows missing data as empty. The pages
// come from the router and the requests are observed, so that new pages are covered automatically.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { connect } from '../../doors/scim/support/connection.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk } from '../console-world.ts';
import { workspaceToSee } from '../page-walk.ts';

/** The ids in the address of a page about one item. A new parameter name in the router needs a new line. */
type Ids = Readonly<Record<string, string>>;

/** A page or one of its tabs, and the paths that it requests. */
interface Stop {
  readonly address: string;
  readonly asks: readonly string[];
}

inChromium('a page whose request gets no response', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let ids: Ids;
  let operator: { readonly email: string };
  beforeAll(async () => {
    world = await consoleWorld();
    const { team: acme, trailId } = await workspaceToSee(world.here);
    team = acme;
    operator = await world.here.operator();
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const { connection_id } = await connect(world.here, team.team_id, 'Okta');
    const group = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: 'Sales' });
    const hook = { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] };
    const { webhook } = (await owner.post<{ webhook: { id: string } }>('/manage/v1/webhooks', hook)).body;
    const set = await owner.post<{ id: string }>('/manage/v1/trail-sets', { name: 'Onboarding' });
    ids = {
      trailId,
      userId: team.author.id,
      groupId: group.body.id,
      connectionId: connection_id,
      webhookId: webhook.id,
      setId: set.body.id,
      teamId: team.team_id,
      uid: 'nobody-asks-with-it',
    };
  });
  afterAll(() => world?.close());

  test('says so in a workspace', async () => {
    const desk = await world.desk(team.owner.email);
    const stops = await stopsOf(desk.page, (path) => !path.startsWith('/operator'));
    expect(stops.length).toBeGreaterThan(30);
    expect(await wrongOn(desk, stops)).toEqual([]);
  }, 180_000);

  test('says so in the service', async () => {
    const desk = await world.desk(operator.email);
    const stops = await stopsOf(desk.page, (path) => path.startsWith('/operator'));
    expect(stops.length).toBeGreaterThan(7);
    expect(await wrongOn(desk, stops)).toEqual([]);
  }, 90_000);

  /** Every page of the router that sends requests, and its tabs with additional requests. */
  async function stopsOf(page: Page, isAsked: (path: string) => boolean): Promise<Stop[]> {
    await page.evaluate(WALK);
    const stops: Stop[] = [];
    for (const path of await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')) {
      if (!isAsked(path)) continue;
      const address = path.replaceAll(/\$(\w+)/g, (_, name: string) => idOf(name));
      const { asked, tabs } = await visit(page, address);
      stops.push({ address, asks: asked });
      for (const tab of tabs) {
        const beside = (await visit(page, tab)).asked.filter((one) => !asked.includes(one));
        stops.push({ address: tab, asks: beside });
      }
    }
    return stops.filter(({ asks }) => asks.length > 0);
  }

  function idOf(name: string): string {
    const id = ids[name];
    if (id === undefined) throw new Error(`This test knows no ${name}.`);
    return id;
  }
});

/** A service that is not ready, unreachable, or accepts the request and stays silent. */
const FAILURES = ['refused', 'unreached', 'silent'] as const;

/** Collects the problems of each page for each of its requests and each kind of failure. */
async function wrongOn({ page }: Desk, stops: readonly Stop[]): Promise<string[]> {
  const wrong: string[] = [];
  const visits = stops.flatMap(({ address, asks }) => asks.map((failing) => ({ address, failing })));
  for (const [index, { address, failing }] of visits.entries()) {
    const seen = await visit(page, address, { failing, failure: FAILURES[index % FAILURES.length] });
    const findings = [
      ...(seen.isBlank ? ['is blank'] : []),
      ...(seen.isWaiting ? ['waits for good'] : []),
      ...(seen.isTold ? [] : ['says nothing']),
    ];
    wrong.push(...findings.map((finding) => `${address} ${finding} without ${failing}`));
  }
  return wrong;
}

interface Seen {
  /** The paths that the page read. */
  readonly asked: readonly string[];
  /** The addresses of the page's other tabs. */
  readonly tabs: readonly string[];
  readonly isBlank: boolean;
  readonly isWaiting: boolean;
  readonly isTold: boolean;
}

const visit = (
  page: Page,
  address: string,
  how: { readonly failing?: string; readonly failure?: string | undefined } = {},
) => page.evaluate<Seen>(`walk(${JSON.stringify({ address, ...how })})`);

/**
 * Runs in the page. Follows an address like a link, with an empty cache and one failing path, and checks the page once
 * it no longer changes. Automatic retries are off.
 */
const WALK = `(() => {
  const root = document.getElementById('root');
  const container = root[Object.keys(root).find((key) => key.startsWith('__reactContainer'))];
  const clientOf = (fiber) =>
    fiber && (fiber.memoizedProps?.client?.getQueryCache ? fiber.memoizedProps.client : clientOf(fiber.child) ?? clientOf(fiber.sibling));
  const queries = clientOf(container.stateNode.current);
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const router = __TSR_ROUTER__;
  let [asked, open, failing, failure] = [new Set(), 0, undefined, undefined];
  // The walk does not wait for the read timeout (console/src/api/bounded.ts), because responses are allowed to take
  // that long.
  let isSilent = false;
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...rest) => {
    const isCut = isSilent && ms === 30_000;
    if (isCut) isSilent = false;
    return later(work, isCut ? 0 : ms, ...rest);
  };
  const fetched = globalThis.fetch;
  globalThis.fetch = async (request, options) => {
    const { pathname } = new URL(request.url ?? request, location.href);
    if ((request.method ?? options?.method ?? 'GET') !== 'GET') return fetched(request, options);
    asked.add(pathname);
    if (pathname === failing && failure === 'unreached') throw new TypeError('Failed to fetch');
    if (pathname === failing && failure === 'silent') {
      isSilent = true;
      return new Promise(() => {});
    }
    if (pathname === failing)
      return Response.json({ type: 'https://cairn.test/problems/not-ready', status: 503, detail: 'Not now.' }, { status: 503 });
    open += 1;
    try {
      return await fetched(request, options);
    } finally {
      open -= 1;
    }
  };
  const isWaiting = () => document.querySelector('[aria-label="Loading"], .mantine-Skeleton-root, .mantine-Loader-root') !== null;
  const atRest = async () => {
    const until = Date.now() + 4000;
    for (let calm = 0; calm < 3 && Date.now() < until; ) {
      await new Promise((go) => setTimeout(go, 25));
      calm = open === 0 && router.state.status === 'idle' && !isWaiting() ? calm + 1 : 0;
    }
  };
  const tabsOf = async () => {
    const here = location.pathname + location.search;
    const tabs = [];
    for (const tab of document.querySelectorAll('[role=tab][aria-selected=false]')) {
      tab.click();
      await atRest();
      tabs.push(location.pathname + location.search);
    }
    return tabs.filter((tab) => tab !== here);
  };
  /** A closed picker shows nothing yet. */
  const openPickers = async (isTold) => {
    for (const picker of document.querySelectorAll('#content [aria-haspopup=listbox]')) {
      if (isTold()) return;
      picker.focus();
      picker.click();
      await new Promise((go) => setTimeout(go, 100));
    }
  };
  globalThis.walk = async (stop) => {
    router.history.push('/nowhere');
    await atRest();
    queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== '["session"]' });
    [asked, failing, failure] = [new Set(), stop.failing, stop.failure];
    router.history.push(stop.address);
    await atRest();
    const isTold = () =>
      document.querySelector('#content [role=alert]') !== null || document.body.innerText.includes('got no answer');
    if (failing !== undefined && !isTold()) await openPickers(isTold);
    // On a busy machine a part may send a request or render after everything else is idle.
    for (const until = Date.now() + 2000; failing !== undefined && !isTold() && Date.now() < until; )
      await new Promise((go) => setTimeout(go, 25));
    const seen = {
      asked: [...asked],
      isBlank: (document.getElementById('content')?.innerText ?? '').trim() === '',
      isWaiting: isWaiting(),
      isTold: isTold(),
    };
    return { ...seen, tabs: stop.failing === undefined ? await tabsOf() : [] };
  };
})()`;
