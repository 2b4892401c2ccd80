// Lists of users and groups: GET on a type, POST /.search on a type (RFC 7644 3.4.2 and 3.4.3), and both at the root.

import { readSearchRequest, type SearchRequest } from '@cairn/scim-protocol/search-request';
import { refuse } from '../../base/refusal.ts';
import { type KeyedSemaphore, keyedSemaphore, semaphore } from '../../base/semaphore.ts';
import { wholeGroup } from '../../provisioning/groups/whole-group.ts';
import { readListQuery } from '../../provisioning/lists/list-query.ts';
import { type ListedType, type ListingDeps, listResources } from '../../provisioning/lists/list-resources.ts';
import { LISTED_GROUPS, LISTED_USERS } from '../../provisioning/lists/listed-types.ts';
import { searchEverything } from '../../provisioning/lists/root-search.ts';
import { listAnswer } from './scim-answer.ts';
import { type ScimDeps, scimContextOf } from './scim-deps.ts';
import { operation, routes, type ScimCall, type ScimEndpoint } from './scim-door.ts';
import { searchOf } from './search-query.ts';

interface ListedRow {
  readonly record_id: string;
}

const searchOperation = <Row extends ListedRow>(deps: ScimDeps, listed: ListedType<Row>) =>
  operation({
    id: `search${listed.type.name}`,
    summary: `Find ${listed.type.name.toLowerCase()}s.`,
    handle: async (call) => page(deps, call, listed, searchOf(call.query)),
  });

const searchPostedOperation = <Row extends ListedRow>(deps: ScimDeps, listed: ListedType<Row>) =>
  operation({
    id: `search${listed.type.name}Posted`,
    summary: `Find ${listed.type.name.toLowerCase()}s, with the query in the body.`,
    handle: async (call) => page(deps, call, listed, await searchIn(call)),
  });

const searchAllOperation = (deps: ScimDeps) =>
  operation({
    id: 'searchAll',
    summary: 'List users and groups.',
    handle: async (call) => everything(deps, call, searchOf(call.query)),
  });

const searchAllPostedOperation = (deps: ScimDeps) =>
  operation({
    id: 'searchAllPosted',
    summary: 'List users and groups, with the query in the body.',
    handle: async (call) => everything(deps, call, await searchIn(call)),
  });

function page<Row extends ListedRow>(deps: ScimDeps, call: ScimCall, listed: ListedType<Row>, search: SearchRequest) {
  return inTurn(deps, call, async () => {
    const context = scimContextOf(deps, call);
    const query = await readListQuery(call.db, context, listed.type, search);
    return listAnswer(query.page, await listResources(listingDeps(deps, call), call.db, context, listed, query));
  });
}

const everything = (deps: ScimDeps, call: ScimCall, search: SearchRequest) =>
  inTurn(deps, call, async () => {
    const context = scimContextOf(deps, call);
    const { page, listing } = await searchEverything(listingDeps(deps, call), call.db, context, search);
    return listAnswer(page, listing);
  });

/** While a list is being sent, each large group is read in a separate turn, so that slow readers do not hold a slot. */
const listingDeps = (deps: ScimDeps, call: ScimCall): ListingDeps => ({
  ...deps,
  wholeGroup: (context, id) => inTurn(deps, call, () => wholeGroup(call.database, context, id)),
});

const inTurn = <Result>({ searches }: ScimDeps, call: ScimCall, search: () => Promise<Result>): Promise<Result> =>
  searches(call.caller.team_id, search, { signal: call.signal() });

/** Per workspace. A filter can make the database read all people, which uses a connection for that long. */
const SEARCHES_AT_ONCE = 4;
/** One and a half times the number of requests a connection may send at once. */
const MAX_WAITING = 300;

/** Limits concurrent searches per workspace, so that slow ones leave database connections for other workspaces. */
export const openSearches = (): KeyedSemaphore =>
  keyedSemaphore(() =>
    semaphore(SEARCHES_AT_ONCE, MAX_WAITING, () =>
      refuse('not-ready', 'Too many searches are running. Try again in a few seconds.', { retry_after: 2 }),
    ),
  );

async function searchIn(call: ScimCall): Promise<SearchRequest> {
  const body = await call.object();
  call.note({ body });
  return readSearchRequest(body);
}

/** The endpoints for lists. Paused connections also allow searches by POST, because searches only read. */
export const searchEndpoints = (deps: ScimDeps): ScimEndpoint[] =>
  routes({
    'GET /Users': searchOperation(deps, LISTED_USERS),
    'POST /Users/.search': searchPostedOperation(deps, LISTED_USERS),
    'GET /Groups': searchOperation(deps, LISTED_GROUPS),
    'POST /Groups/.search': searchPostedOperation(deps, LISTED_GROUPS),
    'GET /': searchAllOperation(deps),
    'POST /.search': searchAllPostedOperation(deps),
  });
