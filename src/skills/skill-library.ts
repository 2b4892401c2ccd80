// Published versions as Agent Skills, rendered once per version and cached within a limit.
import { LRUCache } from 'lru-cache';
import type { Blobs } from '../assets/blob.ts';
import type { Db } from '../storage/database.ts';
import { type PublishedTrail, versionKey } from './published-trails.ts';
import { renderSkill } from './render-skill.ts';
import type { Skill } from './skill-file.ts';
import { skillImages } from './skill-images.ts';

/** The trail as a skill, optionally with a shortened description. */
export type SkillLibrary = (trail: PublishedTrail, maxDescription?: number) => Promise<Skill>;

const MAX_BYTES = 64 * 1_048_576;

/** `imagePrefix` is the common prefix of this service's image URLs. */
export function skillLibrary(db: Db, blobs: Blobs, imagePrefix: string): SkillLibrary {
  const kept = new LRUCache<string, Skill>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ files }) => files.reduce((size, { bytes }) => size + bytes.length + 500, 0),
  });
  return async ({ head, document }, maxDescription) => {
    const key = `${versionKey(head)}/${head.skill_name}/${maxDescription}`;
    const cached = kept.get(key);
    if (cached !== undefined) return cached;
    const { catalog_id: catalogId, trail_id, version, skill_name: name } = head;
    const images = await skillImages({ db, blobs, catalogId, prefix: imagePrefix }, document.setup_guide);
    const skill = renderSkill({ name, trail_id, version, document, images, maxDescription });
    kept.set(key, skill);
    return skill;
  };
}
