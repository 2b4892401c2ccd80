// Content negotiation (RFC 9110, section 12.5): chooses between a page and data, the encoding, and the language. Pure
// functions.

/** The compressed forms of a body; undefined if this body does not have one. */
export interface Codings {
  readonly br?: unknown;
  readonly gzip?: unknown;
}

/**
 * True for browsers: they accept `text/html` (or XHTML) and do not prefer JSON. Programs send only a wildcard and get
 * data.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const wanted = weights(accept);
  const html = Math.max(wanted.get('text/html') ?? 0, wanted.get('application/xhtml+xml') ?? 0);
  const json = Math.max(wanted.get('application/json') ?? 0, wanted.get('application/problem+json') ?? 0);
  return html > 0 && html >= json;
}

/** Whether the type is accepted by name or wildcard. A missing or empty header accepts every type. */
export function takesType(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const wanted = weights(accept);
  return (wanted.get(type) ?? wanted.get(type.replace(/\/.*/, '/*')) ?? wanted.get('*/*') ?? 0) > 0;
}

/** The smallest form that the request accepts, or undefined for the uncompressed one. */
export function acceptedCoding(accept: string | undefined, { br, gzip }: Codings): 'br' | 'gzip' | undefined {
  const wanted = weights(accept);
  const takes = (coding: string): boolean => (wanted.get(coding) ?? wanted.get('*') ?? 0) > 0;
  if (br !== undefined && takes('br')) return 'br';
  if (gzip !== undefined && takes('gzip')) return 'gzip';
  return undefined;
}

/**
 * The available language that an Accept-Language header prefers. `de-CH` accepts `de` (RFC 4647, section 3.4). Ignores
 * members with an invalid weight.
 */
export function acceptedLanguage(accept: string | undefined, available: readonly string[]): string | undefined {
  const wanted = [...weights(accept)].filter(([, weight]) => weight > 0 && weight <= 1);
  for (const [range] of wanted.sort(([, one], [, other]) => other - one)) {
    for (let tag = range; tag !== ''; tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0))) {
      const found = available.find((language) => language.toLowerCase() === tag);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The members of an Accept header with their weights. */
function weights(header: string | undefined): ReadonlyMap<string, number> {
  const entries = (header ?? '').split(',').map((member): [string, number] => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
  });
  return new Map(entries);
}
