// Offers the downloads of doors/reader to programs, which use a credential instead of a session.
import { Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { closed } from '../../base/shape.ts';
import { type Answer, bringsBody } from '../../http/answers/answer.ts';
import { ARCHIVE_ANSWERS, archiveAnswer } from '../../http/answers/archive-answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { DeliveryLog } from '../../insight/delivery-log.ts';
import type { SkillRooms } from '../../skills/public-catalog.ts';
import type { PackageKind } from '../../skills/reader-package.ts';
import { readerPackage, readerSkill } from '../../skills/reader-skills.ts';
import { skillZip } from '../../skills/skill-packages.ts';
import type { ReaderIdentity } from '../../trails/readers/visible-trails.ts';
import { type McpEndpoint, operation, routes } from './mcp-door.ts';
import { IdArgument } from './tool.ts';
import { requireReader } from './visit.ts';

export interface McpDownloadDeps {
  readonly baseUrl: string;
  readonly skills: SkillRooms;
  readonly deliveries: DeliveryLog;
  readonly clock: Clock;
}

const base = {
  tag: 'MCP',
  idempotent: false,
  answers: ARCHIVE_ANSWERS,
  refusals: ['bad-request', 'not-found', 'forbidden', 'unprocessable'],
} as const;
const Part = Type.Object({ part: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) }, closed);
const TrailParams = Type.Object({ trail_id: IdArgument('The trail.') });

const CONTENTS: Readonly<Record<PackageKind, string>> = {
  skills: "The skills of the caller's company plugin",
  plugin: "The caller's company plugin",
  marketplace: "A marketplace with the caller's company plugin",
  cowork: 'Every trail visible to the caller',
};

const getPackageOperation = (deps: McpDownloadDeps, kind: PackageKind) =>
  operation({
    ...base,
    id: `getMcpDownload.${kind}`,
    summary: `${CONTENTS[kind]}: ${kind}.zip`,
    query: Part,
    async handle(call) {
      const reader = requireReader(call);
      const wanted = { kind, part: call.query.part ?? 1, address: deps.baseUrl, now: deps.clock() };
      const one = await readerPackage(deps.skills, call.db, reader, wanted, { signal: call.signal() });
      const answer = archiveAnswer(call, one.archive, one.filename);
      return counted(deps, call, reader, answer, one.heads.slice(one.from, one.to));
    },
  });

const getTrailSkillOperation = (deps: McpDownloadDeps) =>
  operation({
    ...base,
    id: 'getMcpDownload.trail',
    summary: 'One published trail as an Agent Skill',
    params: TrailParams,
    async handle(call) {
      const reader = requireReader(call);
      const { head, skill } = await readerSkill(deps.skills, call.db, reader, call.params.trail_id);
      return counted(deps, call, reader, archiveAnswer(call, await skillZip(skill), `${skill.name}.zip`), [head]);
    },
  });

function counted(
  { deliveries }: McpDownloadDeps,
  call: Call<Caller>,
  reader: ReaderIdentity,
  answer: Answer,
  heads: readonly { readonly trail_id: string; readonly version: number }[],
): Answer {
  if (!bringsBody(call, answer)) return answer;
  for (const { trail_id, version } of heads) deliveries.delivered({ ...reader, trail_id, version, shape: 'zip' });
  return answer;
}

export const downloadEndpoints = (deps: McpDownloadDeps): McpEndpoint[] =>
  routes({
    'GET /downloads/skills.zip': getPackageOperation(deps, 'skills'),
    'GET /downloads/plugin.zip': getPackageOperation(deps, 'plugin'),
    'GET /downloads/marketplace.zip': getPackageOperation(deps, 'marketplace'),
    'GET /downloads/cowork.zip': getPackageOperation(deps, 'cowork'),
    'GET /downloads/trails/:trail_id/skill.zip': getTrailSkillOperation(deps),
  });
