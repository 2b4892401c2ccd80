// Instructions to connect an AI tool, with a light that turns green at the first call.
import { Anchor, Button, Group, List, Stack, Tabs, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CONNECT } from '../addresses.ts';
import { packageDownload } from '../api/downloads.ts';
import { type PluginOverview, pluginOverview } from '../api/skills.ts';
import { Section } from '../parts/forms/section.tsx';
import { useAddress } from '../parts/page/address.ts';
import { Page } from '../parts/page/page.tsx';
import { Answered } from '../parts/page/states.tsx';
import { Status } from '../parts/page/status.tsx';
import { TabRow } from '../parts/page/tab-row.tsx';
import { CopyField } from '../parts/secrets/copy-field.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { AI_TOOLS, type AiTool } from './ai-tools.ts';
import { connection } from './connect-api.ts';
import { Downloads } from './take-along.tsx';

export function ConnectPage() {
  const asked = useQuery(connection);
  const plugin = useQuery(pluginOverview).data;
  const [{ tool }, go] = useAddress(CONNECT);
  const shown = AI_TOOLS.find(({ id }) => id === tool)?.id ?? AI_TOOLS[0]?.id ?? '';
  return (
    <Page
      title={t('Connect your AI tool')}
      lead={t('Once connected, your AI tool finds the right trail when you start a task.')}
      width="reading"
    >
      <Answered of={asked}>
        {({ workspace_address, last_call_at }) => (
          <Stack gap="lg">
            <Light lastCallAt={last_call_at} />
            <Tabs value={shown} onChange={(next) => go({ tool: next ?? '' }, { push: true })} keepMounted={false}>
              <TabRow open={shown} aria-label={t('AI tools')}>
                {AI_TOOLS.map(({ id, name }) => (
                  <Tabs.Tab key={id} value={id}>
                    {name}
                  </Tabs.Tab>
                ))}
              </TabRow>
              {AI_TOOLS.map((one) => (
                <Tabs.Panel key={one.id} value={one.id} pt="md">
                  <Steps tool={one} address={workspace_address} plugin={plugin} />
                </Tabs.Panel>
              ))}
            </Tabs>
            <Text size="sm" c="dimmed">
              {t(
                'A tool that cannot sign in uses an API key instead: "Authorization: Bearer" and the key. It sees only what you can see.',
              )}
            </Text>
            <Downloads />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

/** Announced by screen readers when it changes. */
function Light({ lastCallAt }: { readonly lastCallAt: string | null }) {
  return (
    <Group gap="xs" role="status">
      {lastCallAt === null ? (
        <>
          <Status tone="quiet">{t('Waiting for the first call')}</Status>
          <Text size="sm" c="dimmed">
            {t('This page updates automatically.')}
          </Text>
        </>
      ) : (
        <>
          <Status tone="fine">{t('Connected')}</Status>
          <Text size="sm" c="dimmed">
            {rich('Last call {when}', { when: <Instant at={lastCallAt} /> })}
          </Text>
        </>
      )}
    </Group>
  );
}

interface StepsProps {
  readonly tool: AiTool;
  readonly address: string;
  /** Undefined until it has loaded. */
  readonly plugin: PluginOverview | undefined;
}

function Steps({ tool, address, plugin }: StepsProps) {
  const { label, value } = tool.paste(address);
  const link = tool.link?.(address);
  return (
    <Section title={tool.name} hint={t('In this order:')}>
      <List type="ordered" spacing="xs">
        {tool.steps(address).map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {link !== undefined && (
        <Group>
          <Button component="a" href={link} leftSection={<IconExternalLink size={16} aria-hidden />}>
            {t('Add to {tool}', { tool: tool.name })}
          </Button>
        </Group>
      )}
      <CopyField label={label} value={value} />
      {plugin !== undefined && (
        <Text size="sm">
          {t(
            '{tool} shows the tools of this workspace. It searches {trails, plural, one {# trail} other {# trails}} with them.',
            { tool: tool.name, trails: plugin.trails },
          )}
        </Text>
      )}
      {plugin !== undefined && tool.install !== undefined && (
        <>
          <Text>
            {rich(
              'Or install the company plugin. <a>Download it</a>, unpack it, and run this command next to the folder.',
              {
                a: (text) => (
                  <Anchor underline="always" href={packageDownload('marketplace')} download>
                    {text}
                  </Anchor>
                ),
              },
            )}
          </Text>
          <CopyField label={t('Command for the plugin')} value={tool.install(plugin)} />
          <Text size="sm">
            {t(
              'With the plugin, {tool} also shows {inPlugin} of your {trails, plural, one {# trail} other {# trails}} as skills. Sign in as above.',
              { tool: tool.name, inPlugin: plugin.in_plugin, trails: plugin.trails },
            )}
          </Text>
        </>
      )}
      {tool.asksFromOutside === true && (
        <Text size="sm" c="dimmed">
          {t('{tool} connects from the internet, so the address must be reachable from there with https.', {
            tool: tool.name,
          })}
        </Text>
      )}
    </Section>
  );
}
