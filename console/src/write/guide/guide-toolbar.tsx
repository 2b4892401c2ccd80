// The toolbar of the setup guide, for people who do not write Markdown by hand.
import { ActionIcon, FileButton, Group } from '@mantine/core';
import {
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react';
import { Tip } from '../../parts/page/tip.tsx';
import { t } from '../../parts/texts/t.ts';
import { type Edited, lined, wrapped } from './markdown-edit.ts';

export type Act = (text: string, from: number, to: number) => Edited;

export const BOLD: Act = (text, from, to) => wrapped(text, from, to, '**');
export const ITALIC: Act = (text, from, to) => wrapped(text, from, to, '_');

/** The actions of the toolbar and the slash menu. */
export const ACTIONS: readonly { readonly label: string; readonly icon: TablerIcon; readonly act: Act }[] = [
  { label: t('Bold'), icon: IconBold, act: BOLD },
  { label: t('Italic'), icon: IconItalic, act: ITALIC },
  { label: t('Heading'), icon: IconHeading, act: (text, from, to) => lined(text, from, to, '### ') },
  { label: t('List'), icon: IconList, act: (text, from, to) => lined(text, from, to, '- ') },
  { label: t('Numbered list'), icon: IconListNumbers, act: (text, from, to) => lined(text, from, to, '{n}. ') },
  { label: t('Link'), icon: IconLink, act: (text, from, to) => wrapped(text, from, to, '[', '](https://)') },
  { label: t('Code'), icon: IconCode, act: (text, from, to) => wrapped(text, from, to, '`') },
];

interface GuideToolbarProps {
  readonly run: (act: Act) => void;
  readonly upload: (files: File[]) => void;
}

export function GuideToolbar({ run, upload }: GuideToolbarProps) {
  return (
    <Group gap={2} role="toolbar" aria-label={t('Markdown')}>
      {ACTIONS.map(({ label, icon: Icon, act }) => (
        <Tip key={label} label={label}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={() => run(act)}>
            <Icon size={17} stroke={1.7} />
          </ActionIcon>
        </Tip>
      ))}
      <FileButton onChange={upload} accept="image/*" multiple>
        {(props) => (
          <Tip label={t('Image')}>
            <ActionIcon {...props} variant="subtle" color="gray" size={32} aria-label={t('Image')}>
              <IconPhoto size={17} stroke={1.7} />
            </ActionIcon>
          </Tip>
        )}
      </FileButton>
    </Group>
  );
}
