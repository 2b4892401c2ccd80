// Finds external images in a setup guide. They may disappear, change, or reveal to a third party who reads the guide.

/**
 * Opening and closing brackets, and the text after a closing one: `(address` or `[reference]`. A blank line ends a
 * paragraph.
 */
const BRACKETS = /!\[|\[|\]\(\s*<?([^\s)>]+)|\]\[([^\][\n]*)\]|\]|\n[ \t]*\n/g;
/** `[reference]: address` on a separate line. */
const DEFINITION = /^ {0,3}\[([^\]\n]+)\]:\s*<?([^\s>]+)/gm;
const HTML = /<img\b[^<>]*?\bsrc\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s>"'<]+))/gi;
const CODE = /(^|\n)(`{3,}|~{3,})[\s\S]*?(?:\n\2|$)|`[^`\n]*`/g;

/**
 * URLs of web images in `markdown` that do not start with `ownPrefix`, without duplicates. Takes linear time for any
 * text, because each pattern stops at the next character with which it could start again.
 */
export function remoteImages(markdown: string, ownPrefix: string): string[] {
  const text = markdown.replace(CODE, '$1');
  const addresses = [
    ...markdownImages(text),
    ...[...text.matchAll(HTML)].map(([, double, single, bare]) => double ?? single ?? bare),
  ];
  const remote = addresses.filter(
    (address) => /^(?:https?:)?\/\//i.test(address ?? '') && !address?.startsWith(ownPrefix),
  );
  return [...new Set(remote)].filter((address) => address !== undefined);
}

/**
 * The URLs of `![alt](address)`, `![alt][reference]` and `![reference]`, found in one pass with a stack of open
 * brackets.
 */
function markdownImages(text: string): (string | undefined)[] {
  const definitions = new Map(
    [...text.matchAll(DEFINITION)].map(([, name = '', address]) => [name.toLowerCase(), address]),
  );
  const found: (string | undefined)[] = [];
  let open: { readonly isImage: boolean; readonly end: number }[] = [];
  for (const bracket of text.matchAll(BRACKETS)) {
    const [token, address, reference] = bracket;
    if (token.startsWith('\n')) open = [];
    else if (!token.startsWith(']')) open.push({ isImage: token === '![', end: bracket.index + token.length });
    else {
      const opened = open.pop();
      if (opened === undefined || !opened.isImage) continue;
      const alt = text.slice(opened.end, bracket.index);
      found.push(address ?? definitions.get((reference || alt).toLowerCase()));
    }
  }
  return found;
}
