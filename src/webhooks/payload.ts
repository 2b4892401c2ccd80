// The payload of an event: ids, never names or texts, so that a leaked payload reveals little. Receivers can query the
// API for more.
import { type Static, Type } from '@sinclair/typebox';
import type { AnnouncedEvent } from '../audit/announcement.ts';
import { Nullable, OneOf } from '../base/shape.ts';

const open = { additionalProperties: true };

export const WebhookPayload = Type.Object(
  {
    type: Type.String({ description: 'The type of the event, e.g. `trail.published`.' }),
    timestamp: Type.String({ format: 'date-time', description: 'When the event happened.' }),
    sequence: Type.Integer({
      minimum: 1,
      description: 'The place of the event in the feed of the workspace (`GET /manage/v1/changes`).',
    }),
    data: Type.Object(
      {
        workspace_id: Type.String({
          format: 'uuid',
          description: 'The workspace, or the service-wide catalog for its trails.',
        }),
        subject: Type.Object(
          {
            kind: Type.String({ description: '`trail`, `user`, `group`, `connection`, `api_key`, `webhook` …' }),
            id: Type.String(),
          },
          open,
        ),
        actor: Type.Object(
          { kind: OneOf(['person', 'connection', 'credential', 'system']), id: Nullable(Type.String()) },
          open,
        ),
        revision: Type.Optional(Type.Integer()),
        version: Type.Optional(Type.Integer()),
        failing: Type.Optional(Type.Integer()),
        expires_at: Type.Optional(Type.String({ format: 'date-time' })),
        status: Type.Optional(Type.Integer()),
        count: Type.Optional(Type.Integer()),
        client_id: Type.Optional(Type.String()),
      },
      open,
    ),
  },
  { $id: 'WebhookPayload', ...open },
);

/** Later releases may add members; receivers must ignore unknown ones. */
export type WebhookPayload = Static<typeof WebhookPayload>;

/** The text to store, sign and send. */
export const webhookPayload = (
  type: string,
  { team_id, at, actor, subject, details }: Omit<AnnouncedEvent, 'seq'>,
  sequence: number,
): string =>
  JSON.stringify({
    type,
    timestamp: at,
    sequence,
    data: {
      workspace_id: team_id,
      subject: { kind: subject.kind, id: subject.id },
      actor: { kind: actor.kind, id: actor.id },
      ...details,
    },
  } satisfies WebhookPayload);
