// Writes a trail to its folder, and preserves what people added: comments, order, and names of prompt files.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail } from '@cairn/client';
import { isMap, isSeq, parseDocument } from 'yaml';
import { asciiWords, isDeviceName } from '../../base/text.ts';
import { DEFAULTS } from '../../trails/document/field-defaults.ts';
import { NO_AUDIENCE, type WholeAudience } from '../../trails/readers/stated-audience.ts';
import { isAttempt } from '../put-in-place.ts';
import { audienceYaml } from './audience-file.ts';
import { toLocal } from './image-links.ts';
import { SETUP_FILE, TRAIL_FILE } from './local-trail.ts';
import { normalDocument } from './normal-document.ts';
import { fileText, markdownOf, removeWithin, writeWithin } from './trail-files.ts';
import { mergeValue, YAML_FORM } from './yaml-merge.ts';

export interface TrailFiles {
  /** Maps the URLs of images in the guide to files. */
  readonly paths: ReadonlyMap<string, string>;
  /** The content of new files, by path. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly audience?: WholeAudience;
}

const HEAD = '# yaml-language-server: $schema=../trail.schema.json\n';

/** Writes `trail` to `folder` below `root`. Each file is replaced atomically, trail.yaml last. */
export async function writeTrail(root: string, folder: string, trail: Trail, files: TrailFiles): Promise<void> {
  const home = join(root, folder);
  const before = parseDocument((await fileText(join(home, TRAIL_FILE), join(folder, TRAIL_FILE))) ?? HEAD);
  const yaml = before.errors.length === 0 ? before : parseDocument(HEAD);
  const document = normalDocument(trail.document);
  const fileNames = promptFiles(yaml.contents);
  const prompts = document.prompts.map(({ id = '', label, body }) => {
    const file = fileNames.get(id) ?? `prompts/${isDeviceName(id) ? `${id}_` : id}.md`;
    return { member: { id, label, file }, file, body };
  });
  for (const { file, body } of prompts) await writeWithin(home, file, markdownOf(body));
  for (const [path, bytes] of files.images) await writeWithin(home, path, bytes);
  const guide = toLocal(document.setup_guide, (url) => files.paths.get(url));
  if (guide === '') await removeWithin(home, SETUP_FILE);
  else await writeWithin(home, SETUP_FILE, markdownOf(guide));
  // The id of another catalog stays (see trail-id.ts).
  const id: unknown = isMap(yaml.contents) ? (yaml.contents.get('id') ?? trail.id) : trail.id;
  const plain = isMap(yaml.contents) ? (yaml.contents.toJS(yaml) as Readonly<Record<string, unknown>>) : {};
  const members = {
    ...{ id, ...document, prompts: prompts.map(({ member }) => member), visibility: trail.visibility },
    ...audienceYaml(files.audience ?? NO_AUDIENCE, plain),
  };
  mergeValue(yaml, statedMembers(yaml.contents, members));
  await writeWithin(home, TRAIL_FILE, yaml.toString(YAML_FORM));
  const inUse = new Set(prompts.map(({ file }) => file));
  for (const file of fileNames.values()) if (!inUse.has(file)) await removeWithin(home, file);
  // Remove temporary files of killed runs.
  for (const name of await readdir(home, { recursive: true })) if (isAttempt(name)) await removeWithin(home, name);
}

const MEMBER_DEFAULTS: Readonly<Record<string, unknown>> = {
  ...DEFAULTS,
  ...{ visibility: 'all_teams', groups: [], editors: [] },
};

/** Selects the members for trail.yaml: those already in the file, and those that differ from the default. */
function statedMembers(contents: unknown, members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const there = new Set(isMap(contents) ? contents.items.map(({ key }) => String(key)) : []);
  const isStated = ([name, value]: [string, unknown]): boolean =>
    name !== 'setup_guide' && (there.has(name) || JSON.stringify(value) !== JSON.stringify(MEMBER_DEFAULTS[name]));
  return Object.fromEntries(Object.entries(members).filter(isStated));
}

/** Maps prompt ids to their files in trail.yaml. */
function promptFiles(contents: unknown): Map<string, string> {
  const list: unknown = isMap(contents) ? contents.get('prompts') : undefined;
  const names = new Map<string, string>();
  for (const item of isSeq(list) ? list.items : []) {
    const [id, file] = isMap(item) ? [item.get('id'), item.get('file')] : [];
    const isOwn =
      typeof file === 'string' && /^prompts\/[^/\\]+\.md$/.test(file) && ![...names.values()].includes(file);
    if (typeof id === 'string' && isOwn) names.set(id, file);
  }
  return names;
}

/** Makes a folder name from the title. The name is not in `taken`. */
export function folderName(title: string, id: string, taken: ReadonlySet<string>): string {
  const slug = asciiWords(title).join('-').slice(0, 60).replace(/-+$/, '');
  const name = slug === '' || isDeviceName(slug) ? `trail-${id.slice(-8)}` : slug;
  return taken.has(name) ? `${name}-${id.slice(-8)}` : name;
}
