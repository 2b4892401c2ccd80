// The items of the account menu, loaded on first use.
import { Group, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconApps,
  IconBook,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconPlug,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Session } from '../api/session.ts';
import type { MenuParts } from '../parts/dialogs/late-menu.tsx';
import { t } from '../parts/texts/t.ts';
import { useSigningOut } from '../sign-in/use-signing-out.ts';
import { useWayOut } from './way-out.tsx';
import { WorkspaceItems } from './workspace-items.tsx';

const SCHEMES = [
  { value: 'light', label: t('Light'), icon: IconSun },
  { value: 'dark', label: t('Dark'), icon: IconMoon },
  { value: 'auto', label: t('As the system'), icon: IconDeviceDesktop },
] as const;

interface AccountItemsProps extends MenuParts {
  readonly session: Session;
  readonly name: string;
}

export function AccountItems({ session, name, button, opened, onChange }: AccountItemsProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useSigningOut();
  const leave = (): Promise<unknown> => leaving.mutateAsync(undefined);
  const { go, isGuarded, question } = useWayOut();
  return (
    <>
      <Menu position="bottom-end" width={260} opened={opened} onChange={onChange}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '6px 12px 10px' }}>
            <Text fw={600} size="sm">
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {session.person.email}
            </Text>
          </div>
          <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} aria-hidden />}>
            {t('Your account')}
          </Menu.Item>
          {session.team !== null && (
            <Menu.Item component={Link} to="/connect" leftSection={<IconPlug size={16} aria-hidden />}>
              {t('Connect your AI tool')}
            </Menu.Item>
          )}
          <Menu.Item component={Link} to="/apps" leftSection={<IconApps size={16} aria-hidden />}>
            {t('Connected apps')}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/" target="_blank" leftSection={<IconBook size={16} aria-hidden />}>
            {t('Documentation')}
          </Menu.Item>
          <WorkspaceItems session={session} go={go} isGuarded={isGuarded} />
          <Menu.Divider />
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
            {SCHEMES.map(({ value, label, icon: Icon }) => (
              <Menu.RadioItem key={value} value={value}>
                <Group gap={10} wrap="nowrap">
                  <Icon size={16} aria-hidden />
                  {label}
                </Group>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            closeMenuOnClick={isGuarded}
            onClick={() => go({ word: t('Sign out'), act: leave })}
          >
            {leaving.isPending ? t('Signing out …') : t('Sign out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
