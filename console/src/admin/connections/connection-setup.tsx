// The setup instructions in the provider's own terms, the values to paste, and lights that turn green with the first
// call, person and group.
import '@mantine/core/styles/Grid.css';
import { Alert, Grid, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import type { Connection } from '../../api/connections.ts';
import { Section } from '../../parts/forms/section.tsx';
import { StackedTable } from '../../parts/lists/stacked-table.tsx';
import { BrandMark } from '../../parts/page/brand-mark.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { countedPeople } from '../../parts/texts/counted.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { remedyOf } from '../provisioning-log/remedies.ts';
import { calledInSentence, guideOf, type ProviderGuide } from './provider-guides.ts';

export function ConnectionSetup({ connection }: { readonly connection: Connection }) {
  const guide = guideOf(connection.provider);
  if (guide === undefined) return null;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md">
          <Section
            title={t('In {calledInSentence}', { calledInSentence: calledInSentence(guide) })}
            hint={t('Step by step, using the names in its menus.')}
          >
            <CopyField label={guide.fields.baseUrl} value={connection.base_url} />
            <Text size="sm" c="dimmed">
              {t('{token}: the token was shown once. If you lost it, replace it under "Base URL and tokens".', {
                token: guide.fields.token,
              })}
            </Text>
            <Steps guide={guide} />
            {guide.note !== undefined && <Text size="sm">{guide.note}</Text>}
          </Section>
          <Section
            title={t('Attributes')}
            hint={t('The attributes to send, and what they do here. Others are stored and returned.')}
          >
            <Attributes guide={guide} />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Arrivals connection={connection} guide={guide} />
      </Grid.Col>
    </Grid>
  );
}

export function Steps({ guide }: { readonly guide: ProviderGuide }) {
  return (
    <Stack gap={8} component="ol" pl="lg" m={0}>
      {guide.steps.map((step) => (
        <Text component="li" key={step} size="sm">
          {step}
        </Text>
      ))}
    </Stack>
  );
}

function Attributes({ guide }: { readonly guide: ProviderGuide }) {
  return (
    <StackedTable
      label={t('Attributes')}
      headings={[
        t('In {calledInSentence}', { calledInSentence: calledInSentence(guide) }),
        'SCIM attribute',
        t('Here'),
      ]}
      rows={guide.attributes.map(([theirs, scim, here]) => ({
        key: scim,
        cells: [theirs, <code key="scim">{scim}</code>, here],
      }))}
    />
  );
}

interface ArrivalsProps {
  readonly connection: Connection;
  readonly guide: ProviderGuide;
}

/** The people and groups received so far. Updated by polling. */
function Arrivals({ connection, guide }: ArrivalsProps) {
  const { last_ok_at, users, active_users, active_without_email, groups, last_trouble } = connection;
  const isCalled = last_ok_at !== null || users > 0;
  const isThere = isCalled && users > 0 && (groups > 0 || guide.isWithoutGroups === true);
  const isTroubleNew = last_trouble !== null && (last_ok_at === null || last_trouble.at > last_ok_at);
  const isWhole = isThere && active_without_email === 0;
  return (
    <Section
      title={titleOf(guide, isThere, isWhole)}
      hint={isWhole ? t('This connection works.') : t('This page turns green automatically.')}
    >
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-live="polite">
        <Light
          isOn={isCalled}
          text={t('The first test call')}
          waiting={t('Press the button that tests the connection.')}
        >
          {last_ok_at !== null && <>{rich('Last answered {when}', { when: <Instant at={last_ok_at} /> })}</>}
        </Light>
        <Light isOn={users > 0} text={t('The first person')} waiting={t('Assign someone to the app.')}>
          {countedPeople(active_users, users)}
        </Light>
        {active_without_email > 0 && (
          <Light isOn={false} text={t('E-mail addresses')} waiting={missingAddresses(active_without_email, guide)}>
            {null}
          </Light>
        )}
        {guide.isWithoutGroups !== true && (
          <Light
            isOn={groups > 0}
            text={t('The first group')}
            waiting={t('Push a group if groups should give roles here.')}
          >
            {t('{groups, plural, one {# group} other {# groups}}. Assign roles under Groups.', { groups })}
          </Light>
        )}
      </Stack>
      {last_trouble !== null && isTroubleNew && <Refused trouble={last_trouble} />}
      <Group gap={8}>
        <BrandMark id={guide.id} name={guide.name} size={18} />
        <Text size="sm" c="dimmed">
          {guide.name}
        </Text>
      </Group>
    </Section>
  );
}

const titleOf = (guide: ProviderGuide, isThere: boolean, isWhole: boolean): string =>
  isWhole
    ? t('Everything arrives')
    : isThere
      ? t('Email addresses are missing')
      : t('Waiting for {calledInSentence}', { calledInSentence: calledInSentence(guide) });

/** The attribute to map, in the provider's own terms. */
function missingAddresses(count: number, { attributes }: ProviderGuide): string {
  const theirs = attributes.find(([, scim]) => scim.startsWith('emails'))?.[0] ?? t('the e-mail address');
  const people = t('{count, plural, one {# active person has} other {# active people have}}', { count });
  return t('{people} no email address, so they cannot sign in. Map {theirs} to emails.', { people, theirs });
}

/** The last call, if it was refused: the response and what to do. */
function Refused({ trouble }: { readonly trouble: NonNullable<Connection['last_trouble']> }) {
  return (
    <Alert color="yellow" variant="light" title={t('The last call was refused')} role="status">
      <Stack gap={4}>
        <Text size="sm">{trouble.explanation ?? t('It was answered with {status}.', { status: trouble.status })}</Text>
        <Text size="sm">{remedyOf(trouble)}</Text>
        <Text size="sm" c="dimmed">
          <Instant at={trouble.at} />
        </Text>
      </Stack>
    </Alert>
  );
}

interface LightProps {
  readonly isOn: boolean;
  readonly text: string;
  /** Says what to do until something has arrived. */
  readonly waiting: string;
  readonly children: React.ReactNode;
}

function Light({ isOn, text, waiting, children }: LightProps) {
  return (
    <Group component="li" gap={10} wrap="nowrap" align="flex-start">
      {isOn ? (
        <IconCircleCheckFilled size={20} color="var(--mantine-color-pine-6)" aria-label={t('Arrived')} role="img" />
      ) : (
        <IconCircleDashed size={20} aria-label={t('Not yet')} role="img" />
      )}
      <div>
        <Text size="sm" fw={560}>
          {text}
        </Text>
        <Text size="sm" c="dimmed">
          {isOn ? children : waiting}
        </Text>
      </div>
    </Group>
  );
}
