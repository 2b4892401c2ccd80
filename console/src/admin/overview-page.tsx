// At a glance: seats, the health of connections, tokens and keys that run out, the last sync.
import { Alert, Anchor, Group, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { connections } from '../api/connections.ts';
import { apiKeys, workspace } from '../api/workspace.ts';
import { onDay } from '../parts/instant.tsx';
import { Page } from '../parts/page.tsx';
import { Answered } from '../parts/states.tsx';
import { ConnectionList } from './connection-list.tsx';
import { PLANS } from './plans.ts';
import { type Warning, warningsOf } from './warnings.ts';

export function OverviewPage() {
  const team = useQuery(workspace);
  const list = useQuery(connections);
  const keys = useQuery(apiKeys);
  const warnings = warningsOf(team.data, list.data?.items ?? [], keys.data?.items ?? [], Date.now());
  return (
    <Page title="Overview" lead="How the workspace stands today.">
      {warnings.map((warning) => (
        <WarningLine key={warning.text} warning={warning} />
      ))}
      <Answered of={team} rows={3}>
        {({ plan, seats_used, seat_limit, owner, trails_enabled }) => (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
            <Figure
              label="Seats taken"
              value={seat_limit === null ? `${seats_used}` : `${seats_used} of ${seat_limit}`}
            >
              {seat_limit !== null && (
                <Progress value={(100 * seats_used) / seat_limit} color="pine.6" mt="xs" aria-label="Seats taken" />
              )}
            </Figure>
            <Figure label="Plan" value={PLANS[plan]} />
            <Figure label="Owner" value={owner.name || (owner.email ?? '')} />
            <Figure label="Trails" value={trails_enabled ? 'Switched on' : 'Switched off'} />
          </SimpleGrid>
        )}
      </Answered>
      <Title order={2}>Directory sync</Title>
      <Answered of={list} rows={3}>
        {({ items }) => (items.length === 0 ? <NoConnection /> : <ConnectionList items={items} />)}
      </Answered>
    </Page>
  );
}

function WarningLine({ warning }: { readonly warning: Warning }) {
  return (
    <Alert color="yellow" variant="light">
      <Group justify="space-between">
        <Text size="sm">
          {warning.text}
          {warning.at !== undefined && ` ${onDay(warning.at)}.`}
        </Text>
        <Anchor component={Link} to={warning.to} size="sm">
          {warning.action}
        </Anchor>
      </Group>
    </Alert>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children?: React.ReactNode;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <div className="card" style={{ padding: 18 }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="xl" fw={620} className="numbers" truncate>
        {value}
      </Text>
      {children}
    </div>
  );
}

function NoConnection() {
  return (
    <Text>
      No identity provider is connected.{' '}
      <Anchor component={Link} to="/admin/connections">
        Connect Okta, Entra or another
      </Anchor>{' '}
      to let it create, change and deactivate people here.
    </Text>
  );
}
