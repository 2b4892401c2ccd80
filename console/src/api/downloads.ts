// Files that a person takes along: addresses that the browser downloads with the session.

/** A published trail as its readers see it, as an Agent Skill. */
export const trailDownload = (trail_id: string): string => `/manage/v1/reader/trails/${trail_id}/skill.zip`;

/** The draft of a trail with its examples, for those who write it. */
export const draftDownload = (trail_id: string): string => `/manage/v1/trails/${trail_id}/skill.zip`;

export type PackageKind = 'skills' | 'plugin' | 'marketplace' | 'cowork';

/** Every trail that the person sees, in one file; `part` counts from 1. */
export const packageDownload = (kind: PackageKind, part = 1): string =>
  `/manage/v1/reader/downloads/${kind}.zip${part === 1 ? '' : `?part=${part}`}`;

/** What Microsoft 365 takes in one package. */
export const MOST_COWORK_SKILLS = 20;
