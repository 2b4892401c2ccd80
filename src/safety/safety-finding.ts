// The findings of a safety check. They are values: `trails/` decides which of them are errors.
import type { Text } from '../base/texts/t.ts';

/** The kinds of content that a workspace decides about, in the order of its settings. */
export const SAFETY_CLASSES = [
  'secrets',
  'tag_characters',
  'personal_data',
  'instructions',
  'remote_code',
  'invisible_characters',
  'html_comments',
  'outside_links',
  'data_uris',
] as const;

export type SafetyClass = (typeof SAFETY_CLASSES)[number];

/** A place in one text. `at` and `length` count UTF-16 units. */
export interface Spot {
  readonly class: SafetyClass;
  readonly at: number;
  readonly length: number;
  /** Names the line. */
  readonly message: (line: string) => Text;
  /** True if the text looks like one of its class but lacks proof, such as a valid checksum. Only warns. */
  readonly isDoubtful?: boolean;
}

/** A text of a document. `field` is a dotted path such as `prompts[2].body`. */
export interface FieldText {
  readonly field: string;
  readonly text: string;
}

export interface SafetyFinding extends Omit<Spot, 'message'> {
  readonly field: string;
  /** The text at that place. It may be a secret. */
  readonly found: string;
  readonly message: Text;
}

/** A workspace's rules about addresses. */
export interface SafetyOptions {
  /** The workspace's domains; subdomains belong to them. Empty: links to any domain are allowed. */
  readonly domains: readonly string[];
  /** The common prefix of URLs of images that this service serves. */
  readonly ownImagePrefix: string;
}

/** A text under examination. */
export interface Reading {
  readonly text: string;
  /** The characters of the text; those that are not ASCII are 128. May be longer than the text. */
  readonly codes: Uint8Array;
  readonly options: SafetyOptions;
  readonly scrutiny: Scrutiny;
  readonly found: Spot[];
}

/** Characters per document that patterns read, for secrets and for everything else. */
const MAX_READ = 20_000;

/**
 * Bounds how much of a document is looked at closely. Only a hostile document has more suspicious places, and it gets a
 * finding instead. So the check takes linear time for any document, and nothing hides behind thousands of decoys.
 */
export class Scrutiny {
  #secrets = MAX_READ;
  #others = MAX_READ;
  readonly #unread = new Map<SafetyClass, number>();

  /** True if the place may be looked at. `weight` is the number of characters that patterns read. */
  spend(kind: SafetyClass, at: number, weight: number): boolean {
    if (kind === 'secrets') this.#secrets -= weight;
    else this.#others -= weight;
    if ((kind === 'secrets' ? this.#secrets : this.#others) >= 0) return true;
    if (!this.#unread.has(kind)) this.#unread.set(kind, at);
    return false;
  }

  /** The first place of each class that was not looked at, since the last call. */
  takeUnread(): [SafetyClass, number][] {
    const unread = [...this.#unread];
    this.#unread.clear();
    return unread;
  }
}

export const isInDomain = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
