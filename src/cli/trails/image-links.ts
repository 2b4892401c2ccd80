// Images in a setup guide: an address of Cairn's as the server keeps it, a file beside setup.md as the folder does.
import { createHash } from 'node:crypto';

/** Where Markdown and HTML name an image: `](…`, `](<…`, `="…`. */
const REMOTE = /(\]\(<?|=")(https?:\/\/[^\s()<>"]+\/assets\/([0-9a-f]{64}\.(?:png|jpe?g|webp|gif)))/g;
const LOCAL = /(\]\(<?|=")(images\/[\w.-]+)/g;
const UPLOAD = /cairn-image:([0-9a-f]{64})/g;

export interface RemoteImage {
  readonly url: string;
  /** Its name in the catalog, the end of the address: `6d1c0a….png`. */
  readonly key: string;
  /** The file that holds it: `images/6d1c0a….png`. */
  readonly path: string;
}

const NAME_LENGTH = 16;

/** Every image of Cairn's that the text shows, each once. */
export function cairnImages(text: string): RemoteImage[] {
  const images = new Map<string, RemoteImage>();
  for (const [, , url = '', key = ''] of text.matchAll(REMOTE))
    images.set(url, { url, key, path: `images/${key.slice(0, NAME_LENGTH)}${key.slice(key.lastIndexOf('.'))}` });
  return [...images.values()];
}

/** Every `images/…` that the text shows, whether or not there is such a file. */
export const localImages = (text: string): string[] => [
  ...new Set([...text.matchAll(LOCAL)].map(([, , path = '']) => path)),
];

/** The text with what `pathOf` knows by its file. */
export const toLocal = (text: string, pathOf: (url: string) => string | undefined): string =>
  text.replaceAll(REMOTE, (all, before: string, url: string) => {
    const path = pathOf(url);
    return path === undefined ? all : before + path;
  });

/** The text with what `urlOf` knows by its address. */
export const toRemote = (text: string, urlOf: (path: string) => string | undefined): string =>
  text.replaceAll(LOCAL, (all, before: string, path: string) => {
    const url = urlOf(path);
    return url === undefined ? all : before + url;
  });

/** What stands in a plan for an image that is not uploaded yet. */
export const uploadMark = (sha256: string): string => `cairn-image:${sha256}`;

/** The text with the addresses that uploads answered. */
export const withUploads = (text: string, uploads: Readonly<Record<string, string>>): string =>
  text.replaceAll(UPLOAD, (mark, sha256: string) => uploads[sha256] ?? mark);

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
