// Which pages there are, and what stands in their addresses: of the router, which checks it.
import type { LinkProps } from '@tanstack/react-router';

/** The path of a page, as the router names it: `/write/$trailId`. */
export type PagePath = NonNullable<LinkProps['to']>;

/** A page with what its address holds. */
export type PageAddress = Pick<LinkProps, 'to' | 'params' | 'search'>;
