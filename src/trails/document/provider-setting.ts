// Parses CAIRN_PROVIDERS, a JSON array of AI tools that the operator adds. Validated by hand, because the configuration
// is read before any library is loaded.
import { isBlank } from '../../base/text.ts';
import type { Provider } from './providers.ts';

const MEMBERS = ['id', 'name', 'vendor', 'url'] as const;
const MAX_PROVIDERS = 100;
const SHAPE = 'Give an array of {"id", "name", "vendor", "url"}.';

/** The providers, or a sentence that explains the error. Empty text means no providers. */
export function parseProviderSetting(json: string): readonly Provider[] | { readonly fault: string } {
  if (json === '') return [];
  const value = parsed(json);
  if (value === undefined) return { fault: `is not valid JSON. ${SHAPE}` };
  if (!Array.isArray(value) || value.length > MAX_PROVIDERS)
    return { fault: `is not an array of at most ${MAX_PROVIDERS}. ${SHAPE}` };
  for (const [place, entry] of value.entries()) {
    const finding = findingOf(entry);
    if (finding !== undefined) return { fault: `is malformed at [${place}]: ${finding}` };
  }
  return value as Provider[];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function findingOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return SHAPE;
  const { id, name, vendor, url } = entry as Readonly<Record<string, unknown>>;
  const extra = Object.keys(entry).find((member) => !MEMBERS.some((known) => known === member));
  if (extra !== undefined) return `there is no "${extra}". ${SHAPE}`;
  if (typeof id !== 'string' || !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id))
    return 'id must have 1 to 64 lower-case letters, digits, _ or -.';
  if (typeof name !== 'string' || isBlank(name)) return 'name must be the name that people use for the tool.';
  if (typeof vendor !== 'string') return 'vendor must name the company that makes it.';
  if (typeof url !== 'string' || !URL.canParse(url)) return 'url must be a URL such as https://example.com.';
  return undefined;
}
