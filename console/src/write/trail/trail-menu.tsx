// The menu with a trail's rarer actions, loaded on first use.
import { Menu } from '@mantine/core';
import { IconArchive, IconCalendarTime, IconDownload, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { draftDownload } from '../../api/downloads.ts';
import { canPublish, useSession } from '../../api/session.ts';
import type { TrailDetail } from '../../api/trails.ts';
import type { MenuParts } from '../../parts/dialogs/late-menu.tsx';
import { t } from '../../parts/texts/t.ts';
import type { Dialog } from './trail-dialogs.tsx';

interface TrailMenuProps extends MenuParts {
  readonly detail: TrailDetail;
  /** True if there is nothing to publish. */
  readonly isIdle: boolean;
  readonly open: (dialog: Dialog) => void;
}

/** Leaves out actions that do not apply, because a menu whose first item is disabled does not take the focus. */
export function TrailMenu({ detail, isIdle, open, button, opened, onChange }: TrailMenuProps) {
  const mayPublish = canPublish(useSession());
  const isArchived = detail.status === 'archived';
  return (
    <Menu position="bottom-end" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {!isArchived && mayPublish && !isIdle && (
          <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => open('publish-later')}>
            {t('Schedule publishing …')}
          </Menu.Item>
        )}
        {detail.status === 'live' && mayPublish && (
          <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => open('unpublish-later')}>
            {t('Schedule unpublishing …')}
          </Menu.Item>
        )}
        {detail.status === 'live' && mayPublish && (
          <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={() => open('unpublish')}>
            {t('Unpublish')}
          </Menu.Item>
        )}
        {!isArchived && mayPublish && (
          <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => open('archive')}>
            {t('Archive')}
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={draftDownload(detail.id)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('Download as skill')}
        </Menu.Item>
        <Menu.Item
          c="var(--cairn-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => open('delete')}
        >
          {t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
