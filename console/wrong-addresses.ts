// Addresses that lead nowhere. The type check fails where one of them compiles: then the routes in src/router.tsx have
// lost the names of what stands in their paths, and links are no longer checked.
import type { PageAddress } from './src/parts/page/page-address.ts';

export const wrongAddresses: readonly PageAddress[] = [
  // @ts-expect-error: there is no such page.
  { to: '/writ' },
  // @ts-expect-error: the path wants a trail.
  { to: '/write/$trailId' },
  // @ts-expect-error: the path has no such member.
  { to: '/write/$trailId', params: { trail: 'a' } },
  // @ts-expect-error: this is a member of another page's path.
  { to: '/write/$trailId', params: { groupId: 'a' } },
  // @ts-expect-error: this is a member of another page's search.
  { to: '/write', search: { tab: 'edit' } },
  // @ts-expect-error: no tab has that name.
  { to: '/write/$trailId', params: { trailId: 'a' }, search: { tab: 'edits' } },
];
