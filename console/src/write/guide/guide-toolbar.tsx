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
import { type Edited, lined, wrapped } from './markdown-edit.ts';

export type Act = (text: string, from: number, to: number) => Edited;

export const BOLD: Act = (text, from, to) => wrapped(text, from, to, '**');
export const ITALIC: Act = (text, from, to) => wrapped(text, from, to, '_');

/** The actions of the toolbar and the slash menu. */
export const ACTIONS: readonly { readonly label: string; readonly icon: TablerIcon; readonly act: Act }[] = [
  { label: 'Bold', icon: IconBold, act: BOLD },
  { label: 'Italic', icon: IconItalic, act: ITALIC },
  { label: 'Heading', icon: IconHeading, act: (text, from, to) => lined(text, from, to, '### ') },
  { label: 'List', icon: IconList, act: (text, from, to) => lined(text, from, to, '- ') },
  { label: 'Numbered list', icon: IconListNumbers, act: (text, from, to) => lined(text, from, to, '{n}. ') },
  { label: 'Link', icon: IconLink, act: (text, from, to) => wrapped(text, from, to, '[', '](https://)') },
  { label: 'Code', icon: IconCode, act: (text, from, to) => wrapped(text, from, to, '`') },
];

interface GuideToolbarProps {
  readonly run: (act: Act) => void;
  readonly upload: (files: File[]) => void;
}

export function GuideToolbar({ run, upload }: GuideToolbarProps) {
  return (
    <Group gap={2} role="toolbar" aria-label="Markdown">
      {ACTIONS.map(({ label, icon: Icon, act }) => (
        <Tip key={label} label={label}>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={() => run(act)}>
            <Icon size={17} stroke={1.7} />
          </ActionIcon>
        </Tip>
      ))}
      <FileButton onChange={upload} accept="image/*" multiple>
        {(props) => (
          <Tip label="Image">
            <ActionIcon {...props} variant="subtle" color="gray" size={32} aria-label="Image">
              <IconPhoto size={17} stroke={1.7} />
            </ActionIcon>
          </Tip>
        )}
      </FileButton>
    </Group>
  );
}
