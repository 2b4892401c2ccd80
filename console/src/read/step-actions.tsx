// The end of a step: one button opens the prompt in an AI tool, and the next one copies it. If blanks are left, the
// first press moves to the first blank instead, and the second press does what the button says.
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { toolOf } from '../api/reading.ts';
import { LateMenu } from '../parts/dialogs/late-menu.tsx';
import { late } from '../parts/page/late.tsx';
import { copyText, useCopy } from '../parts/secrets/copy-text.ts';
import { t } from '../parts/texts/t.ts';
import { addressWithPrompt } from './open-in.ts';
import { usePreferredTools } from './preferred-tools.ts';

const toolItems = () => import('./tool-items.tsx');
const ToolItems = late(() => toolItems().then((file) => file.ToolItems));

interface StepActionsProps {
  /** The prompt with its filled blanks. */
  readonly text: string;
  /** Names of the blanks that are left. */
  readonly open: readonly string[];
  readonly tools: readonly string[];
}

export function StepActions({ text, open, tools }: StepActionsProps) {
  const [first, others, prefer] = usePreferredTools(tools);
  const [isCopied, copy] = useCopy(text);
  const blanks = useBlanks(open);
  return (
    <>
      {first !== undefined && (
        <Button.Group>
          <OpenIn id={first} text={text} isAnyway={blanks.isWarned} onClick={blanks.hold} />
          {others.length > 0 && (
            <LateMenu
              preload={toolItems}
              button={
                <ActionIcon size={36} className="more-tools" aria-label={t('Other AI tools')}>
                  <IconChevronDown size={16} aria-hidden />
                </ActionIcon>
              }
              menu={(parts) => <ToolItems ids={others} text={text} prefer={prefer} hold={blanks.hold} {...parts} />}
            />
          )}
        </Button.Group>
      )}
      <Button
        variant={first === undefined ? 'filled' : 'default'}
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={(event) => blanks.hold(event) || copy()}
      >
        <span aria-live="polite">{isCopied ? t('Copied') : blanks.isWarned ? t('Copy anyway') : t('Copy')}</span>
      </Button>
      <BlanksLeft count={open.length} />
    </>
  );
}

function BlanksLeft({ count }: { readonly count: number }) {
  return (
    <Group role="status" className="blanks-left">
      {count > 0 && <Text size="sm">{t('{count, plural, one {# blank left} other {# blanks left}}', { count })}</Text>}
    </Group>
  );
}

interface Blanks {
  /** True after the first press with blanks left, until all of them are filled. */
  readonly isWarned: boolean;
  /** Moves to the first blank and returns true if the press must not do anything else. */
  readonly hold: (event: MouseEvent<HTMLElement>) => boolean;
}

function useBlanks(open: readonly string[]): Blanks {
  const [wasWarned, setWarned] = useState(false);
  const [first] = open;
  const isWarned = wasWarned && first !== undefined;
  if (wasWarned && first === undefined) setWarned(false);
  const hold: Blanks['hold'] = (event) => {
    if (isWarned || first === undefined) return false;
    event.preventDefault();
    setWarned(true);
    const step = event.currentTarget.closest('section');
    step?.querySelector<HTMLElement>(`[data-fills="${first}"]`)?.focus();
    return true;
  };
  return { isWarned, hold };
}

interface OpenInProps {
  readonly id: string;
  readonly text: string;
  readonly isAnyway: boolean;
  readonly onClick: Blanks['hold'];
}

/** Opens the tool with the prompt. Also copies it, because some tools accept no prompt in their URL. */
function OpenIn({ id, text, isAnyway, onClick }: OpenInProps) {
  const { name, url } = toolOf(id);
  const filled = addressWithPrompt(id, text);
  return (
    <Button
      component="a"
      href={filled ?? url}
      target="_blank"
      rel="noopener noreferrer"
      rightSection={<IconExternalLink size={16} aria-hidden />}
      onClick={(event: MouseEvent<HTMLElement>) => onClick(event) || void copyText(text)}
    >
      {openingLabel(name, filled !== undefined, isAnyway)}
    </Button>
  );
}

function openingLabel(name: string, isFilled: boolean, isAnyway: boolean): string {
  if (!isFilled) return t('Copy and open {name}', { name });
  return isAnyway ? t('Open in {name} anyway', { name }) : t('Open in {name}', { name });
}
