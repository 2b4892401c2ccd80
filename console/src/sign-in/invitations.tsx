// Workspaces that invite the person: accepted or declined by nobody else.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ACCOUNT } from '../addresses.ts';
import { useChange } from '../api/change.ts';
import { ownInvitations, sessionQuery, useSession } from '../api/session.ts';
import { acceptInvitation, declineInvitation } from '../api/sign-in.ts';
import { useAddress } from '../parts/address.ts';
import { onDay } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';

export function Invitations() {
  const invitations = useQuery(ownInvitations);
  const [{ invitation }, go] = useAddress(ACCOUNT);
  const refresh = [sessionQuery.queryKey, ownInvitations.queryKey];
  const after = (): void => go({ invitation: '' });
  const accepting = useChange(acceptInvitation, {
    refresh,
    after,
    done: 'You are a member now. Choose the workspace in the menu of your account.',
  });
  const declining = useChange(declineInvitation, { refresh, after, done: 'Declined.' });
  const items = invitations.data?.items ?? [];
  const isMissing = invitations.isSuccess && invitation !== '' && !items.some(({ id }) => id === invitation);
  return (
    <>
      {isMissing && <NotYours dismiss={after} />}
      {items.length > 0 && (
        <Section title="Invitations" hint="A workspace learns nothing of your account before you accept.">
          <Stack gap="sm">
            {items.map(({ id, team, invited_by, expires_at }) => (
              <Group key={id} justify="space-between">
                <div>
                  <Text fw={560}>{team.name}</Text>
                  <Text size="sm" c="dimmed">
                    {invited_by} invites you, until {onDay(expires_at)}.
                  </Text>
                </div>
                <Group gap="xs">
                  <Button size="xs" loading={accepting.isPending} onClick={() => accepting.mutate(id)}>
                    Join {team.name}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    loading={declining.isPending}
                    onClick={() => declining.mutate(id)}
                  >
                    Decline
                  </Button>
                </Group>
              </Group>
            ))}
          </Stack>
        </Section>
      )}
    </>
  );
}

/** The link of an invitation that this person cannot answer, or cannot any more. */
function NotYours({ dismiss }: { readonly dismiss: () => void }) {
  const { person } = useSession();
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      title="The invitation of this link is not there for you"
      withCloseButton
      closeButtonLabel="Close"
      onClose={dismiss}
    >
      <Text size="sm">
        You are signed in as {person.email}. The invitation was made for another address, or it was answered already, or
        withdrawn, or its time is over. If it is yours, sign out and open the link again with the address that it was
        made for; else ask for another one where it came from.
      </Text>
    </Alert>
  );
}
