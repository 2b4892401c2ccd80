// What an event says: ids, never names or texts, so that a payload in the wrong hands reveals little. A receiver that
// wants more asks the API.
import { type Static, Type } from '@sinclair/typebox';
import type { AnnouncedEvent } from '../audit/announcement.ts';
import { Nullable, OneOf } from '../base/shape.ts';

const open = { additionalProperties: true };

export const WebhookPayload = Type.Object(
  {
    type: Type.String({ description: 'The type of the event, e.g. `trail.published`.' }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data: Type.Object(
      {
        workspace_id: Type.String({
          format: 'uuid',
          description: 'The workspace; the service-wide catalog for its trails.',
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

/** Members are added in later releases: receivers pass over what they do not know. */
export type WebhookPayload = Static<typeof WebhookPayload>;

/** The text that is stored, signed and sent. */
export const webhookPayload = (type: string, { team_id, at, actor, subject, details }: AnnouncedEvent): string =>
  JSON.stringify({
    type,
    timestamp: at,
    data: {
      workspace_id: team_id,
      subject: { kind: subject.kind, id: subject.id },
      actor: { kind: actor.kind, id: actor.id },
      ...details,
    },
  } satisfies WebhookPayload);
