// Imports skills as drafts from a zip file or folder, and lists the result of each.
import { Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useChange } from '../../api/change.ts';
import { problemOf } from '../../api/problem.ts';
import { type ImportResult, importSkills } from '../../api/skills.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { t } from '../../parts/texts/t.ts';
import { zipOfFolder } from './zip-of-folder.ts';

export function ImportSkills({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const importing = useChange(async (files: readonly File[]) => importSkills(await zipOfFolder(files)), {
    refresh: [['trails', 'list']],
    onProblem: () => true,
  });
  const leave = () => {
    close();
    importing.reset();
  };
  return (
    <Dialog opened={opened} onClose={leave} title={t('Import skills')} centered size="lg">
      <Stack>
        <Text>
          {t(
            'Choose a folder with one or more Agent Skills, or a zip file of it. Each SKILL.md becomes a draft, and nothing is published. Scripts and other files are left out.',
          )}
        </Text>
        <Group>
          <ChooseFolder isBusy={importing.isPending} choose={importing.mutate} />
          <FileButton onChange={(file) => file !== null && importing.mutate([file])} accept=".zip,application/zip">
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={importing.isPending}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t('Choose a zip')}
              </Button>
            )}
          </FileButton>
        </Group>
        <div role="status">
          {importing.isError && <Refused thrown={importing.error} />}
          {importing.data !== undefined && <Outcome result={importing.data} leave={leave} />}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A folder picker. Browsers return a folder as a list of files. */
function ChooseFolder(props: { readonly isBusy: boolean; readonly choose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label={t('Folder of skills')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) props.choose(files);
        }}
      />
      <Button
        loading={props.isBusy}
        data-autofocus
        leftSection={<IconFolder size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('Choose a folder')}
      </Button>
    </>
  );
}

function Refused({ thrown }: { readonly thrown: unknown }) {
  const { message, issues } = problemOf(thrown);
  // If the archive as a whole is refused, its issue repeats the message.
  const rest = issues.filter((issue) => !message.includes(issue.message));
  return (
    <Stack gap="xs">
      <Text fw={560}>{message}</Text>
      <List size="sm">
        {rest.slice(0, 20).map(({ field, message: what }) => (
          <List.Item key={`${field} ${what}`}>{field === 'file' ? what : `${field}: ${what}`}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Outcome({ result, leave }: { readonly result: ImportResult; readonly leave: () => void }) {
  return (
    <Stack gap="xs">
      <Text fw={560}>
        {t('{created, plural, one {# draft was made} other {# drafts were made}}', { created: result.created })}.
      </Text>
      <List size="sm" spacing="xs">
        {result.items.map(({ path, trail_id, title, findings }) => (
          <List.Item key={path}>
            {trail_id === null ? (
              <Text span>{t('{path} became no draft', { path })}</Text>
            ) : (
              <PageAnchor to="/write/$trailId" params={{ trailId: trail_id }} onClick={leave} dir="auto">
                {title}
              </PageAnchor>
            )}
            {findings.map(({ field, message }) => (
              <Text key={`${field} ${message}`} size="sm" c="dimmed">
                {field}: {message}
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
