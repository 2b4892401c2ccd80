// Invitations to other workspaces, which only the invited person can accept or decline. If a link leads to an
// invitation that this person does not have, the page says so.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCOUNT } from '../addresses.ts';
import { RoleBadges } from '../admin/people/role-badges.tsx';
import { useChange } from '../api/change.ts';
import { type OwnInvitation, ownInvitations, sessionQuery, useSession } from '../api/session.ts';
import { acceptInvitation, declineInvitation } from '../api/sign-in.ts';
import { Section } from '../parts/forms/section.tsx';
import { useAddress } from '../parts/page/address.ts';
import { Unanswered } from '../parts/page/states.tsx';
import { onDay } from '../parts/texts/formats.ts';
import { t } from '../parts/texts/t.ts';
import { useMoving } from './use-moving.ts';
import { useSigningOut } from './use-signing-out.ts';

export function Invitations() {
  const [{ invitation }, change] = useAddress(ACCOUNT);
  const [joined, setJoined] = useState<readonly string[]>([]);
  const { workspaces } = useSession();
  const invitations = useQuery(ownInvitations);
  // Remove an accepted or declined invitation from the URL.
  const answered = (): void => change({ invitation: '' });
  if (invitations.data === undefined) return <Unanswered of={invitations} />;
  const { items } = invitations.data;
  const entered = workspaces.filter(({ id }) => joined.includes(id));
  return (
    <>
      {invitation !== '' && !items.some(({ id }) => id === invitation) && (
        <NotYours invitation={invitation} dismiss={answered} />
      )}
      {items.length + entered.length > 0 && (
        <Section title={t('Invitations')} hint={t('A workspace learns nothing about your account before you accept.')}>
          <Stack gap="sm">
            {entered.map((team) => (
              <Joined key={team.id} team={team} />
            ))}
            {items.map((item) => (
              <Open
                key={item.id}
                invitation={item}
                accepted={(teamId) => {
                  setJoined((now) => [...now, teamId]);
                  answered();
                }}
                declined={answered}
              />
            ))}
          </Stack>
        </Section>
      )}
    </>
  );
}

interface OpenProps {
  readonly invitation: OwnInvitation;
  readonly accepted: (teamId: string) => void;
  readonly declined: () => void;
}

/** A pending invitation. */
function Open({ invitation: { id, team, roles, invited_by, expires_at }, accepted, declined }: OpenProps) {
  const refresh = [sessionQuery.queryKey, ownInvitations.queryKey];
  const accepting = useChange(acceptInvitation, { refresh, after: ({ team_id }) => accepted(team_id) });
  const declining = useChange(declineInvitation, { refresh, done: t('Declined.'), after: declined });
  return (
    <Group justify="space-between">
      <div>
        <Group gap={8}>
          <Text fw={560}>{team.name}</Text>
          <RoleBadges roles={roles} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('{invitedBy} invited you. The invitation expires on {day}.', {
            invitedBy: invited_by,
            day: onDay(expires_at),
          })}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" loading={accepting.isPending} onClick={() => accepting.mutate(id)}>
          {t('Join {team}', { team: team.name })}
        </Button>
        <Button size="xs" variant="default" loading={declining.isPending} onClick={() => declining.mutate(id)}>
          {t('Decline')}
        </Button>
      </Group>
    </Group>
  );
}

function Joined({ team }: { readonly team: { readonly id: string; readonly name: string } }) {
  const moving = useMoving();
  return (
    <Group justify="space-between" role="status">
      <Text>{t('You are a member of {team} now.', { team: team.name })}</Text>
      <Button size="xs" loading={moving.isUnderWayTo(team.id)} onClick={() => moving.mutate(team.id)}>
        {t('Go to {team}', { team: team.name })}
      </Button>
    </Group>
  );
}

interface NotYoursProps {
  readonly invitation: string;
  readonly dismiss: () => void;
}

/** Explains that this person cannot accept the invitation in the link. Does not reveal whether it exists. */
function NotYours({ invitation, dismiss }: NotYoursProps) {
  const { person } = useSession();
  const leaving = useSigningOut(`/account?invitation=${invitation}`);
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      title={t('This invitation is not for you')}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={dismiss}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'You are signed in as {person}. The invitation is for another address, or it was already answered, withdrawn or has expired. If so, ask the sender for a new one.',
            { person: person.email ?? person.name },
          )}
        </Text>
        <Button size="xs" variant="default" loading={leaving.isPending} onClick={() => leaving.mutate(undefined)}>
          {t('Sign in as someone else')}
        </Button>
      </Stack>
    </Alert>
  );
}
