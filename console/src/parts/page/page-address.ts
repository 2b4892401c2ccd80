// Which pages there are, and what stands in their addresses: of the router, which checks it.
import type { LinkOptions, RegisteredRouter } from '@tanstack/react-router';

/**
 * The path of a page, as the router names it: `/write/$trailId`. Any text where that is not there, as in tests of Node.
 */
export type PagePath = `${keyof RegisteredRouter['routesByPath'] & string}`;

type OptionsOf<Path extends PagePath> = LinkOptions<RegisteredRouter, string, Path>;

/** A page with what its address holds: the members of its own path, and of its own search. */
export type PageAddress = {
  [Path in PagePath]: { readonly to: Path } & Pick<OptionsOf<Path>, keyof OptionsOf<Path> & ('params' | 'search')>;
}[PagePath];
