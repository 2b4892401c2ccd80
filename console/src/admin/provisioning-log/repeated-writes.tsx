// Attributes that the identity provider sends in every cycle without an effect, with advice about its mapping.
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LogSummary, logSummary } from '../../api/connections.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

type Repeated = LogSummary['repeated'][number];

/** Nothing if every write has an effect. The summary above it shows errors of the query. */
export function RepeatedWrites({ connectionId }: { readonly connectionId: string }) {
  const { data } = useQuery(logSummary(connectionId, 'day'));
  if (data === undefined || data.repeated.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" mt="sm" title={t('Some changes never take effect')}>
      <Text size="sm" mb={8}>
        {t('The provider sends these values again and again, but nothing changes in Cairn.')}
      </Text>
      <Stack gap={8} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.repeated.map((repeated) => (
          <li key={`${repeated.resource} ${repeated.attribute}`}>
            <Text size="sm">{extentOf(repeated)}</Text>
            <Text size="sm" c="dimmed">
              {adviceOf(repeated)} {rich('Last sent {time}.', { time: <Instant at={repeated.last_at} /> })}
            </Text>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}

const extentOf = ({ resource, attribute, resources }: Repeated) =>
  resource === 'Group'
    ? rich('<code>{attribute}</code> on {resources, plural, one {# group} other {# groups}}', { attribute, resources })
    : rich('<code>{attribute}</code> on {resources, plural, one {# person} other {# people}}', {
        attribute,
        resources,
      });

function adviceOf({ attribute }: Repeated): string {
  if (attribute === 'members') return t('Assign these people to the application too, then push the group again.');
  if (attribute.startsWith('emails'))
    return t('Cairn shows one address. Map it to this attribute only, or delete the mapping for it.');
  return t("Remove this attribute from the provider's mapping, or map it to a different one.");
}
