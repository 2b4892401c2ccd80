// The menu of the other AI tools, loaded on first use.
import { Menu } from '@mantine/core';
import type { MouseEvent } from 'react';
import { toolOf } from '../api/reading.ts';
import type { MenuParts } from '../parts/dialogs/late-menu.tsx';
import { BrandMark } from '../parts/page/brand-mark.tsx';
import { copyText } from '../parts/secrets/copy-text.ts';
import { t } from '../parts/texts/t.ts';
import { addressWithPrompt } from './open-in.ts';

interface ToolItemsProps extends MenuParts {
  readonly ids: readonly string[];
  readonly text: string;
  /** Makes the tool the first one for the next prompt. */
  readonly prefer: (id: string) => void;
  readonly hold: (event: MouseEvent<HTMLElement>) => boolean;
}

export function ToolItems({ ids, text, prefer, hold, button, opened, onChange }: ToolItemsProps) {
  return (
    <Menu position="top-end" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {ids.map((id) => {
          const { name, url } = toolOf(id);
          const filled = addressWithPrompt(id, text);
          return (
            <Menu.Item
              key={id}
              component="a"
              href={filled ?? url}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<BrandMark id={id} name={name} />}
              onClick={(event) => {
                prefer(id);
                if (!hold(event)) void copyText(text);
              }}
            >
              {filled === undefined ? t('Copy and open {name}', { name }) : t('Open in {name}', { name })}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
