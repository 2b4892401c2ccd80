// Download URLs, which the browser opens with the session.

/** A published trail as employees see it, as an Agent Skill. */
export const trailDownload = (trail_id: string): string => `/manage/v1/reader/trails/${trail_id}/skill.zip`;

/** A trail's draft with its examples, for authors. */
export const draftDownload = (trail_id: string): string => `/manage/v1/trails/${trail_id}/skill.zip`;

export type PackageKind = 'skills' | 'plugin' | 'marketplace' | 'cowork';

/** All trails that the person can see, in one file. `part` counts from 1. */
export const packageDownload = (kind: PackageKind, part = 1): string =>
  `/manage/v1/reader/downloads/${kind}.zip${part === 1 ? '' : `?part=${part}`}`;

/** The maximum number of skills in one package for Microsoft 365. */
export const MAX_COWORK_SKILLS = 20;
