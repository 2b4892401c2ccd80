// Author tools for finished trails: publication, versions and access.
import { Type } from '@sinclair/typebox';
import { LIMITS } from '../../trails/document/limits.ts';
import {
  type AuthorTool,
  counter,
  idempotencyKey,
  keyOf,
  OVERWRITES,
  onTrail,
  picked,
  READS,
  trailId,
  WRITES,
} from './author-tool.ts';
import { IdArgument } from './tool.ts';

export const PUBLISHING_TOOLS: readonly AuthorTool[] = [
  {
    name: 'publish',
    title: 'Publish a draft',
    operation: 'publishTrail',
    description:
      'Shows the draft to employees and records a version. With `revision`, publishes exactly the one you ' +
      'reviewed. Ask the person before you publish.',
    annotations: OVERWRITES,
    args: () => ({
      ...trailId,
      revision: Type.Optional(counter('The revision you reviewed.')),
      note: Type.Optional(
        Type.String({ maxLength: LIMITS.note.max, description: 'What changed, for the list of versions.' }),
      ),
      ...idempotencyKey,
    }),
    call: (args) => ({ ...onTrail(args), revision: args.revision, body: picked(args, 'note'), ...keyOf(args) }),
  },
  {
    name: 'unpublish',
    title: 'Unpublish a live trail',
    operation: 'unpublishTrail',
    description: 'Employees no longer see the trail; it is a draft again. Ask the person first.',
    annotations: OVERWRITES,
    args: () => ({ ...trailId, ...idempotencyKey }),
    call: (args) => ({ ...onTrail(args), ...keyOf(args) }),
  },
  {
    name: 'list_versions',
    title: 'List versions',
    operation: 'listTrailVersions',
    description: 'The published versions of a trail, newest first; `is_live` marks the one that employees see.',
    annotations: READS,
    args: () => trailId,
    call: onTrail,
    listAs: 'versions',
  },
  {
    name: 'get_version',
    title: 'Read a version',
    operation: 'getTrailVersion',
    description: 'One published version with its document.',
    annotations: READS,
    askedAbout: 'list_trails and list_versions',
    args: () => ({ ...trailId, version: counter('The version.') }),
    call: (args) => ({ params: { trail_id: String(args.trail_id), version: String(args.version) } }),
  },
  {
    name: 'restore_version',
    title: 'Restore a version',
    operation: 'restoreTrailVersion',
    description: 'Saves the document of a published version as the draft. Employees see it once it is published.',
    annotations: OVERWRITES,
    askedAbout: 'list_trails and list_versions',
    args: () => ({ ...trailId, version: counter('The version.') }),
    call: (args) => ({
      params: { trail_id: String(args.trail_id), version: String(args.version) },
    }),
  },
  {
    name: 'archive',
    title: 'Archive a trail',
    operation: 'archiveTrail',
    description: 'Archives a trail that is no longer needed, so employees no longer see it. Ask the person first.',
    annotations: OVERWRITES,
    args: () => ({ ...trailId }),
    call: (args) => ({ ...onTrail(args) }),
  },
  {
    name: 'unarchive',
    title: 'Bring a trail back',
    operation: 'unarchiveTrail',
    description: 'Makes an archived trail a draft again.',
    annotations: WRITES,
    args: () => ({ ...trailId }),
    call: (args) => ({ ...onTrail(args) }),
  },
  {
    name: 'set_visibility',
    title: 'Say who may see a trail',
    operation: 'updateTrail',
    description: 'all_teams: everyone. restricted: only people with a grant. Ask the person first.',
    annotations: OVERWRITES,
    args: () => ({
      ...trailId,
      visibility: Type.String({ enum: ['all_teams', 'restricted'] }),
    }),
    call: (args) => ({ ...onTrail(args), body: picked(args, 'visibility') }),
  },
  {
    name: 'list_grants',
    title: 'List who may see a restricted trail',
    operation: 'listTrailGrants',
    description: 'The people who may see a restricted trail.',
    annotations: READS,
    args: () => trailId,
    call: onTrail,
    listAs: 'grants',
  },
  {
    name: 'grant_access',
    title: 'Let a person see a restricted trail',
    operation: 'addTrailGrant',
    description: 'Lets a member of the workspace see a restricted trail. Returns all grants.',
    annotations: WRITES,
    args: () => ({
      ...trailId,
      email: Type.String({ minLength: 1, maxLength: 320, description: "The member's e-mail address." }),
    }),
    call: (args) => ({ ...onTrail(args), body: picked(args, 'email') }),
    listAs: 'grants',
  },
  {
    name: 'revoke_access',
    title: 'End access to a restricted trail',
    operation: 'removeTrailGrant',
    description: 'Ends the access of a person. Returns the remaining grants.',
    annotations: OVERWRITES,
    askedAbout: 'list_trails and list_grants',
    args: () => ({ ...trailId, user_id: IdArgument('As returned by list_grants.') }),
    call: (args) => ({
      params: { trail_id: String(args.trail_id), user_id: String(args.user_id) },
    }),
    listAs: 'grants',
  },
];
