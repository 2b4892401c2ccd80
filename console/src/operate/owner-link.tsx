// Creates a sign-in link for the Owner of a workspace, for the first sign-in or if every other way is lost.
import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { makeSignInLink, type Team } from '../api/service.ts';
import { Section } from '../parts/forms/section.tsx';
import { Copied, KEPT_AS_LINK, ShownOnce } from '../parts/secrets/shown-once.tsx';
import { exactly } from '../parts/texts/instant.tsx';
import { t } from '../parts/texts/t.ts';

const LIFETIMES = [
  { value: '15', label: t('15 minutes') },
  { value: '1440', label: t('A day') },
  { value: '10080', label: t('A week') },
];

export function OwnerLink({ team }: { readonly team: Team }) {
  const [minutes, setMinutes] = useState('1440');
  const { name, email } = team.owner;
  const making = useChange(() => makeSignInLink(email ?? '', team.id, Number(minutes)));
  return (
    <Section
      title={t('Let the Owner in')}
      hint={t(
        'The service sends no email, so hand over the link in private. The first person who opens it is signed in as the Owner.',
      )}
    >
      {email === null ? (
        <Text size="sm">{t('The Owner has no email address yet.')}</Text>
      ) : making.data === undefined ? (
        <Group align="flex-end">
          <Select
            label={t('The link is valid for')}
            allowDeselect={false}
            value={minutes}
            onChange={(value) => setMinutes(value ?? '1440')}
            data={LIFETIMES}
          />
          <Button variant="default" loading={making.isPending} onClick={() => making.mutate(undefined)}>
            {t('Make a link for {name}', { name: name || email })}
          </Button>
        </Group>
      ) : (
        <Copied onLeave={making.reset}>
          <ShownOnce label={t('Sign-in link')} secret={making.data.url} kept={KEPT_AS_LINK} />
          <Text size="sm" c="dimmed">
            {t('Works once, until {time}.', { time: exactly(making.data.expires_at) })}
          </Text>
        </Copied>
      )}
    </Section>
  );
}
