// Invalid addresses, each of which must fail to compile. If one compiles, the routes in src/router.tsx have lost their
// parameter types and links are no longer checked.
import type { PageAddress } from './src/parts/page/page-address.ts';

export const wrongAddresses: readonly PageAddress[] = [
  // @ts-expect-error: no such page.
  { to: '/writ' },
  // @ts-expect-error: missing trail.
  { to: '/write/$trailId' },
  // @ts-expect-error: no such path parameter.
  { to: '/write/$trailId', params: { trail: 'a' } },
  // @ts-expect-error: a path parameter of another page.
  { to: '/write/$trailId', params: { groupId: 'a' } },
  // @ts-expect-error: a search parameter of another page.
  { to: '/write', search: { tab: 'edit' } },
  // @ts-expect-error: no such tab.
  { to: '/write/$trailId', params: { trailId: 'a' }, search: { tab: 'edits' } },
];
