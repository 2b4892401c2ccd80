// Downloads of trails: one trail as a skill, or all trails that the reader can see as one file for an AI tool
// (docs/skills.md).

import { Type } from '@sinclair/typebox';
import type { Clock } from '../../base/clock.ts';
import { Count, closed, ids } from '../../base/shape.ts';
import { bringsBody, ok } from '../../http/answers/answer.ts';
import { ARCHIVE_ANSWERS, archiveAnswer } from '../../http/answers/archive-answer.ts';
import type { DeliveryLog } from '../../insight/delivery-log.ts';
import type { SkillRooms } from '../../skills/public-catalog.ts';
import type { PackageKind } from '../../skills/reader-package.ts';
import { pluginOverview, readerPackage, readerSkill } from '../../skills/reader-skills.ts';
import { skillZip } from '../../skills/skill-packages.ts';
import type { VisibleTrailHead } from '../../trails/readers/visible-trails.ts';
import { operation, routes } from '../session/session-endpoint.ts';
import { readerOf } from './reader-of.ts';

export interface DownloadDeps {
  readonly baseUrl: string;
  readonly skills: SkillRooms;
  readonly deliveries: DeliveryLog;
  readonly clock: Clock;
}

const TAG = 'Reading';

const PluginOverview = Type.Object(
  {
    plugin: Type.String({ description: 'The name of the plugin.' }),
    marketplace: Type.String({ description: 'The name of the marketplace that contains the plugin.' }),
    file: Type.String({ description: 'The name of the downloaded marketplace, without .zip.' }),
    trails: Count('Number of trails that I can see.'),
    in_plugin: Count('Number of them that AI tools show as skills.'),
  },
  { $id: 'PluginOverview', ...closed },
);

const downloadReadableTrailOperation = ({ skills, deliveries }: DownloadDeps) =>
  operation({
    id: 'downloadReadableTrail',
    summary: 'One published trail as an Agent Skill',
    tag: TAG,
    needs: 'member',
    params: ids('trail_id'),
    answers: ARCHIVE_ANSWERS,
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const reader = readerOf(call);
      const { head, skill } = await readerSkill(skills, call.db, reader, call.params.trail_id);
      const answer = archiveAnswer(call, await skillZip(skill), `${skill.name}.zip`);
      if (bringsBody(call, answer)) counted(deliveries, reader, [head]);
      return answer;
    },
  });

const downloadPackageOperation = (
  { skills, deliveries, baseUrl, clock }: DownloadDeps,
  kind: PackageKind,
  summary: string,
) =>
  operation({
    id: `download${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    summary,
    tag: TAG,
    needs: 'member',
    query: Type.Object({ part: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })) }),
    answers: ARCHIVE_ANSWERS,
    refusals: ['bad-request', 'not-found', 'unprocessable'],
    async handle(call) {
      const reader = readerOf(call);
      const wanted = { kind, part: call.query.part ?? 1, address: baseUrl, now: clock() };
      const one = await readerPackage(skills, call.db, reader, wanted, { signal: call.signal() });
      const answer = archiveAnswer(call, one.archive, one.filename);
      if (bringsBody(call, answer)) counted(deliveries, reader, one.heads.slice(one.from, one.to));
      return answer;
    },
  });

const getPluginOverviewOperation = ({ skills, clock }: DownloadDeps) =>
  operation({
    id: 'getPluginOverview',
    summary: 'What my company plugin contains',
    tag: TAG,
    needs: 'member',
    answers: { 200: { description: 'Names and numbers.', schema: PluginOverview } },
    refusals: [],
    handle: async (call) => ok(await pluginOverview(skills, call.db, readerOf(call), clock())),
  });

function counted(
  deliveries: DeliveryLog,
  reader: { readonly team_id: string; readonly account_id: string },
  heads: readonly VisibleTrailHead[],
): void {
  for (const { trail_id, version } of heads) deliveries.delivered({ ...reader, trail_id, version, shape: 'zip' });
}

export const downloadEndpoints = (deps: DownloadDeps) =>
  routes({
    'GET /reader/plugin': getPluginOverviewOperation(deps),
    'GET /reader/trails/:trail_id/skill.zip': downloadReadableTrailOperation(deps),
    'GET /reader/downloads/skills.zip': downloadPackageOperation(
      deps,
      'skills',
      'The skills of my company plugin, without the connection',
    ),
    'GET /reader/downloads/plugin.zip': downloadPackageOperation(
      deps,
      'plugin',
      'My company plugin: the connection and the chosen trails as skills',
    ),
    'GET /reader/downloads/marketplace.zip': downloadPackageOperation(
      deps,
      'marketplace',
      'A marketplace with my company plugin, for Claude Code and Codex',
    ),
    'GET /reader/downloads/cowork.zip': downloadPackageOperation(
      deps,
      'cowork',
      'All trails I can see, twenty per app package for Microsoft 365',
    ),
  });
