// Tells an exported skill with every byte in place from one that was changed since.

import { withDefaults } from '../trails/document/full-document.ts';
import type { ArchiveFile } from './read-archive.ts';
import type { ReadSkill } from './read-skill.ts';
import { renderSkill } from './render-skill.ts';
import { skillFile } from './skill-file.ts';

/**
 * True if rendering what was read from the skill gives the same SKILL.md again, with the same fingerprint. The images
 * are part of the fingerprint, so a changed image changes it, too.
 */
export function isUntouched(bytes: Uint8Array, read: ReadSkill, companions: readonly ArchiveFile[]): boolean {
  const { document, stated } = read;
  if (document === undefined || stated === undefined) return false;
  const images = companions
    .filter(({ path }) => document.setup_guide?.includes(path) === true)
    .map(({ path, bytes: image }) => ({ url: path, file: skillFile(path, Buffer.from(image), '') }));
  const { name, trail_id, version, description } = stated;
  const full = withDefaults(document);
  const source = { name, description, trail_id, document: full, images, ...(version === undefined ? {} : { version }) };
  const [head] = renderSkill(source, full.trigger.examples.length > 0).files;
  return head?.bytes.equals(bytes) === true;
}
