// A list entry that is open in a dialog. Its id is in the URL, so reload, Back and copied links open the same entry. If
// the loaded pages or filters do not contain it, it is fetched by its id.
import { Alert, Group, Text } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answered } from '../page/states.tsx';
import { Copy } from '../secrets/copy-field.tsx';
import { t } from '../texts/t.ts';
import { Dialog } from './dialog.tsx';

/** The open entry (an empty id means none), and how to open or close one. */
export interface Opening {
  readonly id: string;
  readonly set: (id: string) => void;
}

/** The entry in the page's `entry` search parameter. Back closes it. */
export const openingOf = (
  { entry }: { readonly entry: string },
  go: (part: { readonly entry: string }, going?: { readonly push?: boolean }) => void,
): Opening => ({ id: entry, set: (id) => go({ entry: id }, { push: id !== '' }) });

interface Page<Entry> {
  readonly items: Entry[];
  readonly next_cursor?: string;
}

interface OpenEntryProps<Entry> {
  readonly open: Opening;
  /** The entries loaded so far. */
  readonly loaded: readonly Entry[];
  /** The query of a single entry. */
  readonly byId: (id: string) => UseQueryOptions<Page<Entry>, Error, Page<Entry>, string[]>;
  readonly titleOf: (entry: Entry) => string;
  /** A sentence that explains why an entry may be gone. */
  readonly gone: string;
  readonly children: (entry: Entry) => ReactNode;
}

export function OpenEntry<Entry extends { readonly id: string }>(props: OpenEntryProps<Entry>) {
  const { open, loaded, byId, titleOf, gone, children } = props;
  const here = loaded.find(({ id }) => id === open.id);
  const asked = useQuery({ ...byId(open.id), enabled: open.id !== '' && here === undefined, retry: false });
  const found = here === undefined ? asked.data : { items: [here] };
  const entry = found?.items[0];
  const isOpen = open.id !== '';
  return (
    <Dialog
      opened={isOpen}
      onClose={() => open.set('')}
      size="lg"
      title={isOpen ? (entry === undefined ? t('Entry of the log') : titleOf(entry)) : ''}
    >
      {isOpen && (
        <Answered of={{ ...asked, data: found }} rows={4}>
          {() =>
            entry === undefined ? (
              <Alert color="yellow" variant="light" title={t('This entry is no longer available')}>
                <Text size="sm">{gone}</Text>
              </Alert>
            ) : (
              <>
                {children(entry)}
                <Group justify="flex-end" mt="md">
                  <Copy value={window.location.href} label={t('Copy link')} />
                </Group>
              </>
            )
          }
        </Answered>
      )}
    </Dialog>
  );
}
