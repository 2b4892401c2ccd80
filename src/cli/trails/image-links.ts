// Converts images in a setup guide between Cairn's URLs (on the server) and files next to setup.md (in the folder).
import { createHash } from 'node:crypto';

/** Image positions in Markdown and HTML: `](…`, `](<…`, `="…`. */
const REMOTE = /(\]\(<?|=")(https?:\/\/[^\s()<>"]+\/assets\/([0-9a-f]{64}\.(?:png|jpe?g|webp|gif)))/g;
const LOCAL = /(\]\(<?|=")(images\/[\w.-]+)/g;
const UPLOAD = /cairn-image:([0-9a-f]{64})/g;

export interface RemoteImage {
  readonly url: string;
  /** The last part of the URL: `6d1c0a….png`. */
  readonly key: string;
  /** The path of the file: `images/6d1c0a….png`. */
  readonly path: string;
}

const NAME_LENGTH = 16;

/** Returns the distinct Cairn images in the text. */
export function cairnImages(text: string): RemoteImage[] {
  const images = new Map<string, RemoteImage>();
  for (const [, , url = '', key = ''] of text.matchAll(REMOTE))
    images.set(url, { url, key, path: `images/${key.slice(0, NAME_LENGTH)}${key.slice(key.lastIndexOf('.'))}` });
  return [...images.values()];
}

/** Returns the distinct `images/…` paths in the text, whether or not the files exist. */
export const localImages = (text: string): string[] => [
  ...new Set([...text.matchAll(LOCAL)].map(([, , path = '']) => path)),
];

/** Replaces URLs with the paths that `pathOf` returns. */
export const toLocal = (text: string, pathOf: (url: string) => string | undefined): string =>
  text.replaceAll(REMOTE, (all, before: string, url: string) => {
    const path = pathOf(url);
    return path === undefined ? all : before + path;
  });

/** Replaces paths with the URLs that `urlOf` returns. */
export const toRemote = (text: string, urlOf: (path: string) => string | undefined): string =>
  text.replaceAll(LOCAL, (all, before: string, path: string) => {
    const url = urlOf(path);
    return url === undefined ? all : before + url;
  });

/** A placeholder for the URL of an image that has not been uploaded yet. */
export const uploadMark = (sha256: string): string => `cairn-image:${sha256}`;

/** Replaces the placeholders with the URLs of the uploads. */
export const withUploads = (text: string, uploads: Readonly<Record<string, string>>): string =>
  text.replaceAll(UPLOAD, (mark, sha256: string) => uploads[sha256] ?? mark);

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
