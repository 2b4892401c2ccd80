// A table of all keyboard shortcuts.
import { Group, Kbd, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { t } from '../parts/texts/t.ts';
import { MODIFIER } from './modifier.ts';

interface KeySheetProps {
  readonly close: () => void;
  readonly hasSingleKeys: boolean;
  readonly setSingleKeys: (isOn: boolean) => void;
}

const SHEETS: readonly { readonly heading: string; readonly keys: readonly (readonly [string[], string])[] }[] = [
  {
    heading: t('Everywhere'),
    keys: [
      [[MODIFIER, 'K'], t('Search, or go to a page')],
      [['/'], t('Focus the search field of the page')],
      [['?'], t('Show keyboard shortcuts')],
      [['Esc'], t('Close a dialog or a menu')],
    ],
  },
  {
    heading: t('Writing a trail'),
    keys: [
      [[MODIFIER, 'S'], t('Save the draft')],
      [[MODIFIER, 'Z'], t('Undo: text, steps and examples')],
      [[MODIFIER, 'Shift', 'Z'], t('Redo')],
      [[MODIFIER, 'B'], t('Bold, in the guide')],
      [[MODIFIER, 'I'], t('Italic, in the guide')],
    ],
  },
  {
    heading: t('Ordering trails and steps'),
    keys: [
      [['Alt', '↑'], t('Move up')],
      [['Alt', '↓'], t('Move down')],
    ],
  },
];

export function KeySheet({ close, hasSingleKeys, setSingleKeys }: KeySheetProps) {
  return (
    <Dialog opened onClose={close} title={t('Keyboard shortcuts')} size="lg">
      <Stack gap="lg">
        {SHEETS.map(({ heading, keys }) => (
          <div key={heading}>
            <Title order={3} mb={4}>
              {heading}
            </Title>
            <Table verticalSpacing={6} aria-label={heading}>
              <Table.Tbody>
                {keys.map(([pressed, what]) => (
                  <Table.Tr key={what}>
                    <Table.Td w={150}>
                      <Group gap={4}>
                        {pressed.map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </Group>
                    </Table.Td>
                    <Table.Td>{what}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
        <Switch
          label={t('Use single-key shortcuts (/ and ?)')}
          description={
            <Text span inherit>
              {t('Switch this off if dictation or another tool types these keys for you.')}
            </Text>
          }
          checked={hasSingleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
