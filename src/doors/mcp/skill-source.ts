// Skills over MCP (extension io.modelcontextprotocol/skills): the caller's published trails as
// skill://<workspace>/<name>/SKILL.md, with the images of their guides. Listed as skills and as plain resources.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import {
  type Skill as ListedSkill,
  SKILLS_EXTENSION_ID,
  type SkillSource,
  SkillsExtension,
} from '@modelcontextprotocol/server/ext/skills';
import { withoutEndingSlashes } from '../../base/text.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { PublishedTrail, PublishedTrails } from '../../skills/published-trails.ts';
import type { Skill } from '../../skills/skill-file.ts';
import type { SkillLibrary } from '../../skills/skill-library.ts';
import { ofEachSkill } from '../../skills/skill-set.ts';
import { SERVICE_SLUG, workspaceSlug } from '../../skills/workspace-slug.ts';
import type { VisibleTrailHead } from '../../trails/readers/visible-trails.ts';
import { type ListPage, MAX_LISTED, pageAfter, requireNoCursor } from './list-page.ts';
import { answered } from './protocol-refusal.ts';
import { readerOf, type Visit } from './visit.ts';

/** The current request. The library gives sources only the protocol's own context. */
export const visits = new AsyncLocalStorage<Visit>();

const SCHEME = 'skill://';
const PAGE = 100;
const DIRECTORY = 'inode/directory';

/** The only resource template, which the library registers for skills. */
export const SKILL_TEMPLATE = {
  name: SKILLS_EXTENSION_ID,
  title: 'Trails as Agent Skills',
  uriTemplate: `${SCHEME}{+path}`,
} as const;

export interface SkillSourceDeps {
  readonly trails: PublishedTrails;
  readonly library: SkillLibrary;
  /** Counts a read of the skill. */
  readonly delivered: (visit: Visit, head: VisibleTrailHead) => void;
}

export const skillsExtension = (deps: SkillSourceDeps): SkillsExtension =>
  new SkillsExtension({ source: skillSource(deps), cacheHint: { ttlMs: 60_000, cacheScope: 'private' } });

function skillSource(deps: SkillSourceDeps): SkillSource {
  const inVisit = <Answer>(work: (visit: Visit) => Promise<Answer>): Promise<Answer> => {
    const visit = visits.getStore();
    if (visit === undefined) throw new Error('A request without its caller.');
    return answered(visit, () => work(visit));
  };
  return {
    list: ({ cursor }) => inVisit((visit) => listSkills(deps, visit, cursor)),
    get: (uri) =>
      inVisit(async (visit) => {
        const place = await placeOf(deps, visit, uri);
        return place?.path === 'SKILL.md' ? listedSkill(place.root, place.skill) : undefined;
      }),
    read: (uri) =>
      inVisit(async (visit) => {
        const place = await placeOf(deps, visit, uri);
        const file = place?.skill.files.find(({ path }) => path === place.path);
        if (place === undefined || file === undefined) return undefined;
        if (file.path === 'SKILL.md') deps.delivered(visit, place.trail.head);
        const { bytes, media_type: mimeType } = file;
        return mimeType === 'text/markdown' ? { text: bytes.toString(), mimeType } : { bytes, mimeType };
      }),
    readDirectory: (uri, { cursor }) => inVisit((visit) => readDirectory(deps, visit, uri, cursor)),
  };
}

async function listSkills(deps: SkillSourceDeps, visit: Visit, cursor: string | undefined) {
  const { items, next } = await skillPage(deps, visit, cursor, (skill, { head }) =>
    listedSkill(rootOf(visit, head), skill),
  );
  return { skills: items, ...next };
}

/** A page of the caller's skills as plain resources. */
export async function listSkillResources(
  deps: Pick<SkillSourceDeps, 'trails' | 'library'>,
  visit: Visit,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const resource = ({ name, description, files }: Skill, { head, document }: PublishedTrail): Resource => ({
    uri: `${rootOf(visit, head)}/SKILL.md`,
    name,
    title: document.title,
    description,
    mimeType: 'text/markdown',
    size: files[0]?.bytes.length ?? 0,
  });
  const { items, next } = await skillPage(deps, visit, cursor, resource);
  return { resources: items, ...next };
}

/** A page of the caller's first skills in the form that `use` returns. */
async function skillPage<Item>(
  { trails, library }: Pick<SkillSourceDeps, 'trails' | 'library'>,
  visit: Visit,
  cursor: string | undefined,
  use: (skill: Skill, trail: PublishedTrail) => Item,
) {
  const reader = readerOf(visit.call);
  const heads = reader === undefined ? [] : await trails.firstHeads(visit.call.db, reader, MAX_LISTED);
  const { page, next } = pageOf(heads, cursor);
  const read = reader === undefined ? [] : await trails.read(visit.call.db, reader, page);
  return { items: await ofEachSkill(library, read, use), next };
}

/** The children of `skill://`, of a workspace, of a skill, or of a folder in a skill. */
async function readDirectory(deps: SkillSourceDeps, visit: Visit, uri: string, cursor: string | undefined) {
  const address = withoutEndingSlashes(uri);
  const heads = await headsOf(deps.trails, visit);
  const within = heads.filter((head) => isBelow(rootOf(visit, head), address));
  if (within.length > 0) {
    const { page, next } = pageOf(within, cursor);
    const resources = page.map((head) => directory(rootOf(visit, head), head.skill_name));
    return { resources, ...next };
  }
  const place = await placeOf(deps, visit, `${address}/`);
  if (place === undefined) return undefined;
  requireNoCursor(cursor);
  const resources = childrenOf(place.root, place.skill, place.path);
  return resources.length === 0 ? undefined : { resources };
}

/** True if `root` is a skill directly inside this workspace's folder. */
const isBelow = (root: string, address: string): boolean => root.slice(0, root.lastIndexOf('/')) === address;

function childrenOf(root: string, { files }: Skill, folder: string): Resource[] {
  const prefix = folder === '' ? '' : `${folder.replace(/\/$/, '')}/`;
  const below = files.filter(({ path }) => path.startsWith(prefix));
  const folders = new Set(
    below.flatMap(({ path }) =>
      path.slice(prefix.length).includes('/') ? [path.slice(prefix.length).split('/')[0]] : [],
    ),
  );
  const own = below.filter(({ path }) => !path.slice(prefix.length).includes('/'));
  return [
    ...own.map(({ path, media_type, bytes }) => ({
      uri: `${root}/${path}`,
      name: path.slice(prefix.length),
      mimeType: media_type,
      size: bytes.length,
    })),
    ...[...folders].map((name) => directory(`${root}/${prefix}${name}`, name ?? '')),
  ];
}

const directory = (uri: string, name: string): Resource => ({ uri, name, mimeType: DIRECTORY });

const listedSkill = (root: string, { name, description, metadata, files }: Skill): ListedSkill => ({
  uri: `${root}/SKILL.md`,
  frontmatter: { name, description, metadata },
  resources: files.map(({ path, digest, bytes, media_type }) => ({
    uri: `${root}/${path}`,
    digest,
    size: bytes.length,
    mimeType: media_type,
  })),
});

interface Place {
  readonly trail: PublishedTrail;
  readonly skill: Skill;
  readonly root: string;
  /** Relative to the skill's folder. */
  readonly path: string;
}

/** What a URI refers to. Undefined if the caller cannot see such a trail. */
async function placeOf(deps: SkillSourceDeps, visit: Visit, uri: string): Promise<Place | undefined> {
  const reader = readerOf(visit.call);
  if (reader === undefined) return undefined;
  const trail = await deps.trails.find(visit.call.db, reader, (head) => uri.startsWith(`${rootOf(visit, head)}/`));
  if (trail === undefined) return undefined;
  const root = rootOf(visit, trail.head);
  return { trail, skill: await deps.library(trail), root, path: uri.slice(root.length + 1) };
}

/** Empty for a credential without employees. */
async function headsOf(trails: PublishedTrails, { call }: Visit): Promise<VisibleTrailHead[]> {
  const reader = readerOf(call);
  return reader === undefined ? [] : trails.heads(call.db, reader);
}

function rootOf({ call }: Visit, { catalog_id, skill_name }: VisibleTrailHead): string {
  const host = catalog_id === SVC_CATALOG_ID ? SERVICE_SLUG : workspaceSlug(call.caller.catalog.team_name ?? '');
  return `${SCHEME}${host}/${skill_name}`;
}

const pageOf = (heads: readonly VisibleTrailHead[], cursor: string | undefined): ListPage<VisibleTrailHead> =>
  pageAfter(heads, ({ trail_id }) => trail_id, cursor, PAGE);
