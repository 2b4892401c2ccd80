// Agent Skills for authors: exporting a draft, importing skills as drafts, and making the catalog public.
import { type Static, Type } from '@sinclair/typebox';
import { ValidationIssue } from '../../base/issue.ts';
import { closed, ids, Nullable, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { ARCHIVE_ANSWERS, archiveAnswer } from '../../http/answers/archive-answer.ts';
import { requireMediaType } from '../../http/bodies/body.ts';
import { draftSkill } from '../../skills/draft-skill.ts';
import { ARCHIVE_LIMITS, MAX_SKILLS } from '../../skills/import-limits.ts';
import { type ImportDeps, importSkills, keepImages, readSkills } from '../../skills/import-skills.ts';
import { isCatalogPublic, makeCatalogPublic } from '../../skills/public-catalog.ts';
import { skillZip } from '../../skills/skill-packages.ts';
import { byOf, catalogOf, operation, routes } from '../session/session-endpoint.ts';

export interface SkillDeps extends ImportDeps {
  readonly baseUrl: string;
}

const TAG = 'Authoring';

const ImportedSkill = Type.Object(
  {
    path: Type.String({ description: 'Path of SKILL.md in the archive.' }),
    trail_id: Nullable(Uuid('The new draft.'), { description: 'Null if no trail was created from the skill.' }),
    title: Nullable(Type.String()),
    findings: Type.Array(ValidationIssue, {
      description: 'What was left out or shortened, or why no draft was created.',
    }),
  },
  closed,
);
const ImportResult = Type.Object(
  { created: Type.Integer({ description: 'Number of drafts created.' }), items: Type.Array(ImportedSkill) },
  { $id: 'ImportResult', ...closed },
);
type ImportResult = Static<typeof ImportResult>;

const Sharing = Type.Object(
  {
    is_public: Type.Boolean({ description: 'Whether anyone can read the published trails without signing in.' }),
    address: Type.String({ format: 'uri', description: 'The URL for tools once the catalog is public.' }),
    marketplace: Type.String({ format: 'uri', description: 'The URL for Claude Code.' }),
  },
  { $id: 'SharingResource', ...closed },
);
const SharingBody = Type.Object({ is_public: Type.Boolean() }, { $id: 'SharingBody', ...closed });

const downloadDraftOperation = ({ blobs, rules }: SkillDeps) =>
  operation({
    id: 'downloadDraft',
    summary: 'Download the draft of a trail as an Agent Skill',
    description: 'Includes the examples, which the download for employees leaves out.',
    tag: TAG,
    needs: 'author',
    params: ids('trail_id'),
    answers: ARCHIVE_ANSWERS,
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const skill = await draftSkill(blobs, rules.ownImagePrefix, call.db, catalogOf(call), call.params.trail_id);
      return archiveAnswer(call, await skillZip(skill), `${skill.name}.zip`);
    },
  });

const importSkillsOperation = (deps: SkillDeps) =>
  operation({
    id: 'importSkills',
    summary: 'Import Agent Skills as drafts',
    description:
      `Takes a zip with one or more folders that contain a SKILL.md, at most ${MAX_SKILLS}. Rejects hostile or ` +
      'damaged archives as a whole. Otherwise all valid skills become drafts in one step, and the response lists ' +
      'problems of the others. Returns 422 with the reasons if none is valid.',
    tag: TAG,
    needs: 'author',
    rate: 'uploads',
    bodyLimit: ARCHIVE_LIMITS.bytes,
    body: {
      schema: Type.String({ contentMediaType: 'application/zip', description: 'The bytes of the zip file.' }),
      contentType: 'application/zip',
    },
    answers: { 201: { description: 'The drafts and findings.', schema: ImportResult } },
    refusals: ['bad-request', 'payload-too-large', 'unsupported-media-type', 'validation', 'not-ready'],
    async handle(call) {
      requireMediaType(call.headers, ['application/zip']);
      const { importable, refused } = await readSkills(deps, call.database, catalogOf(call), await call.bytes());
      const answer = await call.commit(async (tx) => {
        const drafts = await importSkills(tx, catalogOf(call), importable, byOf(call), deps.rules);
        const others = refused.map((skill) => ({ ...skill, trail_id: null, title: null }));
        const items = [...drafts, ...others].map((skill) => ({ ...skill, findings: [...skill.findings] }));
        const body: ImportResult = { created: drafts.length, items };
        return { status: 201, body };
      });
      await keepImages(deps.blobs, importable);
      return answer;
    },
  });

const sharingAnswers = { 200: { description: 'The current setting.', schema: Sharing } };

const getSharingOperation = (deps: SkillDeps) =>
  operation({
    id: 'getSharing',
    summary: 'Get whether the published trails are public',
    tag: TAG,
    needs: 'catalog',
    answers: sharingAnswers,
    refusals: [],
    handle: async (call) => ok(sharingOf(deps, catalogOf(call), await isCatalogPublic(call.db, catalogOf(call)))),
  });

const updateSharingOperation = (deps: SkillDeps) =>
  operation({
    id: 'updateSharing',
    summary: 'Make the published trails public or private',
    description:
      'If public, anyone on the internet can read every published, unrestricted trail without signing in, and ' +
      'tools list them under /.well-known/agent-skills. Off by default. Turning it off does not remove copies ' +
      'that people have downloaded.',
    tag: TAG,
    needs: 'catalog',
    body: { schema: SharingBody, example: { is_public: false } },
    answers: sharingAnswers,
    refusals: ['validation'],
    async handle(call) {
      const { is_public } = await call.json(SharingBody);
      return call.commit(async (tx) => {
        await makeCatalogPublic(tx, catalogOf(call), is_public, byOf(call));
        return ok(sharingOf(deps, catalogOf(call), is_public));
      });
    },
  });

function sharingOf({ baseUrl }: SkillDeps, catalogId: string, is_public: boolean): Static<typeof Sharing> {
  const address = `${baseUrl}/catalogs/${catalogId}`;
  return { is_public, address, marketplace: `${address}/marketplace.json` };
}

export const skillEndpoints = (deps: SkillDeps) =>
  routes({
    'GET /trails/:trail_id/skill.zip': downloadDraftOperation(deps),
    'POST /trails/import': importSkillsOperation(deps),
    'GET /sharing': getSharingOperation(deps),
    'PATCH /sharing': updateSharingOperation(deps),
  });
