// The order of preference among languages, without the browser.

/** Returns the cookie's value, or undefined if the browser decides. */
export function cookieFor(
  { person, workspace }: { readonly person: string | null; readonly workspace: string | null },
  offered: readonly string[],
  browsers: readonly string[],
): string | undefined {
  if (person !== null && offered.includes(person)) return person;
  if (browsers.some((tag) => offered.includes(tag.split('-')[0] ?? tag))) return undefined;
  return workspace !== null && offered.includes(workspace) ? workspace : undefined;
}
