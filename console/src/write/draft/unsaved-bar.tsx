// A bar that stays visible while there are unsaved changes.
import { Anchor, Button, Group, Kbd, Text } from '@mantine/core';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { MODIFIER } from '../../shell/modifier.ts';
import { nameOfField } from './fields.ts';
import { focusField } from './focus-field.ts';
import { Ago } from './saved-line.tsx';
import type { Draft } from './use-draft.ts';

interface UnsavedBarProps {
  readonly draft: Draft;
  /** The path of a field that is over its limit and blocks saving, or undefined. */
  readonly obstacle: string | undefined;
  /** True if the trail was archived in the meantime. The changes cannot be saved until it is restored. */
  readonly isArchived: boolean;
}

export function UnsavedBar({ draft, obstacle, isArchived }: UnsavedBarProps) {
  if (!draft.isDirty) return null;
  return (
    <Group
      className="card unsaved"
      px="md"
      py="xs"
      mt="md"
      justify="space-between"
      role="region"
      aria-label={t('Unsaved changes')}
    >
      <Text size="sm" {...(obstacle !== undefined && { c: 'var(--cairn-error)' })}>
        {obstacle !== undefined ? <TooLong field={obstacle} /> : <Kept at={draft.keptAt} />}
        {obstacle === undefined && isArchived && t('You can save them once the trail is no longer archived.')}
        {obstacle === undefined && !isArchived && (
          <Text span inherit visibleFrom="sm">
            {rich('<kbd>{modifier}</kbd> + <kbd>S</kbd> saves them.', {
              kbd: (text) => <Kbd>{text}</Kbd>,
              modifier: MODIFIER,
            })}
          </Text>
        )}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={draft.discard}>
          {t('Discard changes')}
        </Button>
        <Button size="xs" loading={draft.isSaving} disabled={obstacle !== undefined || isArchived} onClick={draft.save}>
          {t('Save')}
        </Button>
      </Group>
    </Group>
  );
}

function TooLong({ field }: { readonly field: string }) {
  return (
    <>
      {rich('{nameOfField} is too long. <a>Shorten it</a>, then save.', {
        nameOfField: nameOfField(field),
        a: (text) => (
          <Anchor component="button" type="button" inherit onClick={() => focusField(field)}>
            {text}
          </Anchor>
        ),
      })}
    </>
  );
}

function Kept({ at }: { readonly at: number | undefined }) {
  return (
    <>
      {at === undefined
        ? t('Unsaved changes.')
        : rich('Unsaved changes, kept in this browser {ago}.', { ago: <Ago at={at} /> })}{' '}
    </>
  );
}
