// The draft of a trail as a skill, for its authors. It includes the examples, so that importing it elsewhere restores
// the whole document.
import type { Blobs } from '../assets/blob.ts';
import type { Db } from '../storage/database.ts';
import { parseDocument } from '../trails/document/full-document.ts';
import { findSkillName, freeSkillName } from '../trails/publication/skill-name.ts';
import { getTrail } from '../trails/trails.ts';
import { renderSkill } from './render-skill.ts';
import type { Skill } from './skill-file.ts';
import { skillImages } from './skill-images.ts';

/** Fails with `not-found`. A trail without a skill name uses its title. */
export async function draftSkill(
  blobs: Blobs,
  imagePrefix: string,
  db: Db,
  catalogId: string,
  trailId: string,
): Promise<Skill> {
  const trail = await getTrail(db, catalogId, trailId);
  const document = parseDocument(trail.document);
  const name = (await findSkillName(db, catalogId, trailId)) ?? freeSkillName(document.title, trailId, new Set());
  const images = await skillImages({ db, blobs, catalogId, prefix: imagePrefix }, document.setup_guide);
  return renderSkill({ name, trail_id: trailId, document, images }, true);
}
