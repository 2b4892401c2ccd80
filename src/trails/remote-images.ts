// Images of a setup guide that are loaded from elsewhere: they may vanish, change, or tell a stranger who reads the guide.

/** `![alt](address "title")`, the address in angle brackets or not. */
const INLINE = /!\[[^\]]*\]\(\s*<?([^\s)>]+)/g;
/** `![alt][ref]` and `![ref]`, with `[ref]: address` on a line of its own. */
const REFERRING = /!\[([^\]]*)\](?:\[([^\]]*)\])?(?!\()/g;
const DEFINITION = /^ {0,3}\[([^\]]+)\]:\s*<?([^\s>]+)/gm;
const HTML = /<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
const CODE = /(^|\n)(`{3,}|~{3,})[\s\S]*?(?:\n\2|$)|`[^`\n]*`/g;

/** Addresses of the images in `markdown` that are of the web but do not start with `ownPrefix`, each once. */
export function remoteImages(markdown: string, ownPrefix: string): string[] {
  const text = markdown.replace(CODE, '$1');
  const addresses = [
    ...[...text.matchAll(INLINE)].map(([, address]) => address),
    ...referred(text),
    ...[...text.matchAll(HTML)].map(([, double, single, bare]) => double ?? single ?? bare),
  ];
  const remote = addresses.filter(
    (address) => /^(?:https?:)?\/\//i.test(address ?? '') && !address?.startsWith(ownPrefix),
  );
  return [...new Set(remote)].filter((address) => address !== undefined);
}

function referred(text: string): (string | undefined)[] {
  const addresses = new Map(
    [...text.matchAll(DEFINITION)].map(([, name = '', address]) => [name.toLowerCase(), address]),
  );
  if (addresses.size === 0) return [];
  return [...text.matchAll(REFERRING)].map(([, alt = '', ref]) => addresses.get((ref || alt).toLowerCase()));
}
