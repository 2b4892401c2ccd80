// Finds files that look like a part of a trail, but that no command reads.
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ifThere } from '../../base/files.ts';
import { localImages } from './image-links.ts';
import { type FolderTrail, SETUP_FILE, TRAIL_FILE } from './local-trail.ts';
import { SETS_FILE } from './sets-file.ts';
import { fileText } from './trail-files.ts';

type ReadTrail = Pick<FolderTrail, 'folder' | 'promptFiles'>;

const TEXT = /\.(?:ya?ml|md)$/i;
const PICTURE = /\.(?:png|jpe?g|webp|gif)$/i;
const MAX_SENTENCES = 50;

/** Returns a sentence for each file, at most 50. Hidden files and other files next to the folders are ignored. */
export async function unreadFiles(root: string, trails: readonly ReadTrail[]): Promise<string[]> {
  const sentences: string[] = [];
  const known = new Map(trails.map((trail) => [trail.folder, trail]));
  for (const name of await order(root))
    if (!known.has(name)) sentences.push(`order.txt names ${name}, but there is no trail in a folder of this name.`);
  for (const entry of (await readdir(root, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isFile() && /^sets\.ya?ml$/i.test(entry.name) && entry.name !== SETS_FILE)
      sentences.push(`${entry.name}: only ${SETS_FILE} is read.`);
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const trail = known.get(entry.name);
    const files = await filesIn(join(root, entry.name));
    sentences.push(...(trail === undefined ? inOtherFolder(entry.name, files) : await inTrail(root, trail, files)));
    if (sentences.length > MAX_SENTENCES) return [...sentences.slice(0, MAX_SENTENCES), 'There are more files.'];
  }
  return sentences;
}

async function order(root: string): Promise<string[]> {
  const text = (await fileText(join(root, 'order.txt'))) ?? '';
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The paths of visible files, with slashes. */
async function filesIn(home: string): Promise<string[]> {
  const entries = (await ifThere(readdir(home, { recursive: true, withFileTypes: true }))) ?? [];
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(home.length + 1));
  return paths
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
    .map((path) => path.split(sep).join('/'));
}

function inOtherFolder(folder: string, files: readonly string[]): string[] {
  const nested = files.filter((path) => path.endsWith(`/${TRAIL_FILE}`));
  const sentences = nested.map(
    (path) => `${folder}/${path}: move the folder of the trail up, next to cairn.lock.json.`,
  );
  const text = files.find((path) => TEXT.test(path));
  if (nested.length > 0 || text === undefined) return sentences;
  return [`${folder}/${text}: the folder has no ${TRAIL_FILE}. Rename the file if it is a trail.`];
}

/** `prompts/` holds prompts, and `images/` holds images. Other Markdown files, such as README.md, are notes. */
async function inTrail(root: string, { folder, promptFiles }: ReadTrail, files: readonly string[]): Promise<string[]> {
  const guide = (await fileText(join(root, folder, SETUP_FILE))) ?? '';
  const read = new Set([...promptFiles.map((path) => path.replace(/^\.\//, '')), ...localImages(guide)].map(composed));
  const sentences = files.flatMap((path) => {
    if (read.has(composed(path)) || path === TRAIL_FILE || path === SETUP_FILE) return [];
    const why = reason(path);
    return why === undefined ? [] : [`${folder}/${path}: ${why}`];
  });
  const elsewhere = relativeImages(guide).filter((path) => !path.startsWith('images/'));
  return [
    ...sentences,
    ...elsewhere.map((path) => `${folder}/${path}: move the image to images/, and show it as images/….`),
  ];
}

function reason(path: string): string | undefined {
  if (path.endsWith(`/${TRAIL_FILE}`)) return 'move the folder of the trail up, next to cairn.lock.json.';
  if (/\.ya?ml$/i.test(path)) return `only ${TRAIL_FILE} is read.`;
  if (/^prompts\/.*\.md$/i.test(path)) return `${TRAIL_FILE} names no prompt with this file.`;
  if (/^images\//.test(path) && PICTURE.test(path)) return `${SETUP_FILE} does not show this image.`;
  return undefined;
}

/** The images with a relative address. */
const relativeImages = (guide: string): string[] =>
  [...guide.matchAll(/!\[[^\]\n]*\]\(<?(?![a-z][a-z0-9+.-]*:|[/#])([^)>\s]+)/gi)].map(([, path = '']) => path);

/** macOS writes names in decomposed form. */
const composed = (path: string): string => path.normalize('NFC');
