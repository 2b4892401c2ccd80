// The domains of the workspace: verified ones, and the DNS record that verifies another.

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isBlank } from '../../../../src/base/text.ts';
import { useChange } from '../../api/change.ts';
import { isProblem, problemOf } from '../../api/problem.ts';
import {
  claimDomain,
  type DomainClaim,
  domainClaims,
  domains,
  dropDomainClaim,
  removeDomain,
  verifyDomain,
} from '../../api/workspace.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Answered, Unanswered } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { onDay } from '../../parts/texts/formats.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

const REFRESH = [domains.queryKey, domainClaims.queryKey];

export function Domains() {
  const list = useQuery(domains);
  const claims = useQuery(domainClaims);
  return (
    <Section
      title={t('Verified domains')}
      hint={t('Directory sync and single sign-on can link existing accounts with addresses in these domains.')}
    >
      <Answered of={list} rows={2}>
        {({ items }) => (
          <Stack gap="xs">
            {items.length === 0 && <Text c="dimmed">{t('None yet.')}</Text>}
            {items.map(({ domain, verified_at }) => (
              <Verified key={domain} domain={domain} since={verified_at} />
            ))}
          </Stack>
        )}
      </Answered>
      <Unanswered of={claims} />
      {(claims.data?.items ?? []).map((claim) => (
        <Claim key={claim.domain} claim={claim} />
      ))}
      <NewClaim />
    </Section>
  );
}

function Verified({ domain, since }: { readonly domain: string; readonly since: string }) {
  const removing = useChange(removeDomain, { refresh: REFRESH, done: t('Removed.') });
  return (
    <Group justify="space-between">
      <Text>
        {domain}{' '}
        <Text span c="dimmed" size="sm">
          {t('since {day}', { day: onDay(since) })}
        </Text>
      </Text>
      <Confirm
        label={t('Remove')}
        title={t('Remove {domain}?', { domain })}
        confirm={t('Remove it')}
        button={{ size: 'xs' }}
        onConfirm={() => removing.mutateAsync(domain)}
      >
        {t('Linked people stay. New accounts with addresses of {domain} are no longer linked automatically.', {
          domain,
        })}
      </Confirm>
    </Group>
  );
}

function Claim({ claim }: { readonly claim: DomainClaim }) {
  const { domain, record_name, record_value, problem, checked_at } = claim;
  const verifying = useChange(() => verifyDomain(domain), {
    refresh: REFRESH,
    done: t('{domain} is verified.', { domain }),
    // The page shows the problem next to the record.
    onProblem: ({ slug }) => slug === 'unprocessable',
  });
  const dropping = useChange(() => dropDomainClaim(domain), { refresh: REFRESH, done: t('Removed.') });
  return (
    <Stack component="section" gap="sm" className="card" p="md" aria-label={t('Verify {domain}', { domain })}>
      <Group justify="space-between" gap="xs">
        <Text fw={560}>{t('Verify {domain}', { domain })}</Text>
        <Status tone="attention">{t('Not verified yet')}</Status>
      </Group>
      <Text size="sm">{t('Add this TXT record to the DNS of {domain}. Then check it.', { domain })}</Text>
      <CopyField label={t('Name')} value={record_name} />
      <CopyField label={t('Value')} value={record_value} />
      {problem !== null && checked_at !== null && (
        <Alert color="yellow" variant="light" role="status">
          {rich('{problem} Looked up {when}.', { problem, when: <Instant at={checked_at} /> })}
        </Alert>
      )}
      <Group gap="xs">
        <Button loading={verifying.isPending} onClick={() => verifying.mutate(undefined)}>
          {t('Look it up')}
        </Button>
        <Button variant="default" loading={dropping.isPending} onClick={() => dropping.mutate(undefined)}>
          {t('Remove')}
        </Button>
      </Group>
    </Stack>
  );
}

function NewClaim() {
  const [domain, setDomain] = useState('');
  const claiming = useChange(claimDomain, {
    refresh: REFRESH,
    after: () => setDomain(''),
    onProblem: ({ slug }) => slug === 'validation',
  });
  const isWrong = isProblem(claiming.error, 'validation');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        claiming.mutate(domain.trim());
      }}
    >
      <Group align="flex-start">
        <TextInput
          flex={1}
          label={t('Another domain')}
          placeholder={t('example.com')}
          maxLength={253}
          value={domain}
          onChange={(event) => setDomain(event.currentTarget.value)}
          error={isWrong && (problemOf(claiming.error).issues[0]?.message ?? t('A host name such as example.com.'))}
        />
        <Button type="submit" variant="default" mt={25} loading={claiming.isPending} disabled={isBlank(domain)}>
          {t('Verify it')}
        </Button>
      </Group>
    </form>
  );
}
