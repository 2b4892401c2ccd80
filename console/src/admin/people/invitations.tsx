// Pending invitations to the workspace.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { type Invitation, invitationPages, withdrawInvitation } from '../../api/directory.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Unanswered } from '../../parts/page/states.tsx';
import { useCopy } from '../../parts/secrets/copy-text.ts';
import { onDay } from '../../parts/texts/formats.ts';
import { t } from '../../parts/texts/t.ts';
import { RoleBadges } from './role-badges.tsx';

export function Invitations() {
  const invitations = useInfiniteQuery(invitationPages());
  const items = invitations.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <Unanswered of={invitations} />;
  return (
    <Section
      title={
        invitations.hasNextPage
          ? t('Invited ({items} and more)', { items: items.length })
          : t('Invited ({items})', { items: items.length })
      }
      hint={t(
        'Their accounts also belong to others, so only they can accept, signed in as themselves. The link takes them there.',
      )}
    >
      <Stack gap="xs">
        {items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
        {invitations.hasNextPage && (
          <Group>
            <Button
              variant="default"
              size="xs"
              loading={invitations.isFetchingNextPage}
              onClick={() => void invitations.fetchNextPage()}
            >
              {t('Show more')}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { id, email, name, roles, invited_by, expires_at } = invitation;
  const withdrawing = useChange(withdrawInvitation, {
    refresh: [['invitations']],
    done: t('The invitation is withdrawn.'),
  });
  const [isCopied, copy] = useCopy(`${window.location.origin}/account?invitation=${id}`);
  return (
    <Group justify="space-between">
      <div>
        <Group gap={8}>
          <Text size="sm" fw={560}>
            {email}
          </Text>
          <RoleBadges roles={roles} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('{name}, invited by {invitedBy}, until {day}', { name, invitedBy: invited_by, day: onDay(expires_at) })}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        ml="auto"
        aria-label={isCopied ? t('Copied for {email}', { email }) : t('Copy link for {email}', { email })}
        onClick={copy}
      >
        {isCopied ? t('Copied') : t('Copy link')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('Withdraw the invitation to {email}', { email })}
        loading={withdrawing.isPending}
        onClick={() => withdrawing.mutate(id)}
      >
        {t('Withdraw')}
      </Button>
    </Group>
  );
}
