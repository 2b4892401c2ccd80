// Types of all pages and their parameters, derived from the router.
import type { LinkOptions, RegisteredRouter } from '@tanstack/react-router';

/**
 * The path of a page as the router names it: `/write/$trailId`. Any string if the router is not registered, as in Node
 * tests.
 */
export type PagePath = `${keyof RegisteredRouter['routesByPath'] & string}`;

type OptionsOf<Path extends PagePath> = LinkOptions<RegisteredRouter, string, Path>;

/** A page with its path parameters and search parameters. */
export type PageAddress = {
  [Path in PagePath]: { readonly to: Path } & Pick<OptionsOf<Path>, keyof OptionsOf<Path> & ('params' | 'search')>;
}[PagePath];
