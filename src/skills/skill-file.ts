// The files of an Agent Skill: path, bytes, digest.
import { createHash } from 'node:crypto';

/** A file of a skill: its path in the skill's folder, with `/`, and its exact bytes. */
export interface SkillFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly media_type: string;
  /** `sha256:` and the digest of the bytes in lowercase hex. */
  readonly digest: string;
}

/** A trail as an Agent Skill, rendered from one published version. The first file is SKILL.md. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly files: readonly SkillFile[];
}

export const skillFile = (path: string, bytes: Buffer, media_type: string): SkillFile => ({
  path,
  bytes,
  media_type,
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
});
