// The entry of a list that stands open in a dialog. Its id stands in the address: reload, Back and a copied link open
// the same entry, also where the pages read so far or the filters leave it out. Then it is asked for by its id.
import { Alert, Group, Text } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answered } from '../page/states.tsx';
import { Copy } from '../secrets/copy-field.tsx';
import { Dialog } from './dialog.tsx';

/** Which entry is open (empty: none), and how another one is opened and this one closed. */
export interface Opening {
  readonly id: string;
  readonly set: (id: string) => void;
}

/** The opening that a page keeps as `entry` in its address. Back closes what was opened. */
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
  /** What the list has so far. */
  readonly loaded: readonly Entry[];
  /** The query of one entry by its id. */
  readonly byId: (id: string) => UseQueryOptions<Page<Entry>, Error, Page<Entry>, string[]>;
  readonly titleOf: (entry: Entry) => string;
  /** Why an entry may be gone, as a sentence. */
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
      title={isOpen ? (entry === undefined ? 'Entry of the log' : titleOf(entry)) : ''}
    >
      {isOpen && (
        <Answered of={{ ...asked, data: found }} rows={4}>
          {() =>
            entry === undefined ? (
              <Alert color="yellow" variant="light" title="This entry is not here any more">
                <Text size="sm">{gone}</Text>
              </Alert>
            ) : (
              <>
                {children(entry)}
                <Group justify="flex-end" mt="md">
                  <Copy value={window.location.href} label="Copy link" />
                </Group>
              </>
            )
          }
        </Answered>
      )}
    </Dialog>
  );
}
