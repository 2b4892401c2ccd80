// Downloads of trails: one trail as a skill, or all trails that the reader can see as one file for an AI tool
// (docs/skills.md).

import { Type } from '@sinclair/typebox';
import { ids } from '../../base/shape.ts';
import { bringsBody } from '../../http/answers/answer.ts';
import { ARCHIVE_ANSWERS, archiveAnswer } from '../../http/answers/archive-answer.ts';
import type { DeliveryLog } from '../../insight/delivery-log.ts';
import type { SkillRooms } from '../../skills/public-catalog.ts';
import type { PackageKind } from '../../skills/reader-package.ts';
import { readerPackage, readerSkill } from '../../skills/reader-skills.ts';
import { skillZip } from '../../skills/skill-packages.ts';
import type { VisibleTrailHead } from '../../trails/readers/visible-trails.ts';
import { operation, routes, teamOf } from '../session/session-endpoint.ts';

export interface DownloadDeps {
  readonly baseUrl: string;
  readonly skills: SkillRooms;
  readonly deliveries: DeliveryLog;
}

const TAG = 'Reading';

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
      const reader = { team_id: teamOf(call), account_id: call.caller.account_id };
      const { head, skill } = await readerSkill(skills, call.db, reader, call.params.trail_id);
      const answer = archiveAnswer(call, await skillZip(skill), `${skill.name}.zip`);
      if (bringsBody(call, answer)) counted(deliveries, reader, [head]);
      return answer;
    },
  });

const downloadPackageOperation = ({ skills, deliveries, baseUrl }: DownloadDeps, kind: PackageKind, summary: string) =>
  operation({
    id: `download${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    summary,
    tag: TAG,
    needs: 'member',
    query: Type.Object({ part: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })) }),
    answers: ARCHIVE_ANSWERS,
    refusals: ['bad-request', 'not-found', 'unprocessable'],
    async handle(call) {
      const reader = { team_id: teamOf(call), account_id: call.caller.account_id };
      const wanted = { kind, part: call.query.part ?? 1, address: baseUrl };
      const one = await readerPackage(skills, call.db, reader, wanted, { signal: call.signal() });
      const answer = archiveAnswer(call, one.archive, one.filename);
      if (bringsBody(call, answer)) counted(deliveries, reader, one.heads.slice(one.from, one.to));
      return answer;
    },
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
    'GET /reader/trails/:trail_id/skill.zip': downloadReadableTrailOperation(deps),
    'GET /reader/downloads/skills.zip': downloadPackageOperation(
      deps,
      'skills',
      'All trails I can see, as a folder of Agent Skills',
    ),
    'GET /reader/downloads/plugin.zip': downloadPackageOperation(
      deps,
      'plugin',
      'All trails I can see, as a Claude Code plugin',
    ),
    'GET /reader/downloads/marketplace.zip': downloadPackageOperation(
      deps,
      'marketplace',
      'All trails I can see, as a folder that works as a Claude Code marketplace',
    ),
    'GET /reader/downloads/cowork.zip': downloadPackageOperation(
      deps,
      'cowork',
      'All trails I can see, twenty per app package for Microsoft 365',
    ),
  });
