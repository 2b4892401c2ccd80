// Published versions: what each changed against the one before it or the draft, and the way back to one.
import { Anchor, Group, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TRAIL } from '../addresses.ts';
import { useChange } from '../api/change.ts';
import { canManage, isOperating, useSession } from '../api/session.ts';
import {
  type Publication,
  publications,
  restoreVersion,
  type TrailDetail,
  type Version,
  versionDetail,
  versionList,
} from '../api/trails.ts';
import { useAddress } from '../parts/address.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { Answered, Empty, Loading, Unanswered } from '../parts/states.tsx';
import { Status } from '../parts/status.tsx';
import { nounOf, withCredential } from '../parts/with-credential.ts';
import { Difference } from './difference.tsx';
import { fullDocument } from './full-document.ts';
import type { Draft } from './use-draft.ts';

interface VersionsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

export function Versions({ detail, draft }: VersionsProps) {
  const versions = useQuery(versionList(detail.id));
  const published = useQuery(publications(detail.id));
  const withKeys = published.data?.items ?? [];
  const [address, go] = useAddress(TRAIL);
  const chosen = Number(address.version);
  return (
    <Answered of={versions}>
      {(list) => {
        const newest = list[0];
        if (newest === undefined)
          return (
            <Empty title="Never published">Publish the draft, and its first version will stand here for good.</Empty>
          );
        const selected = list.find(({ version }) => version === chosen) ?? newest;
        return (
          <Stack gap="md">
            <Section title="Versions" hint="Each is kept as it was published.">
              <Unanswered of={published} />
              <Stack gap={2}>
                {list.map((version) => (
                  <VersionRow
                    key={version.version}
                    version={version}
                    publication={withKeys.find((one) => one.version === version.version)}
                    isChosen={version === selected}
                    choose={() => go({ version: String(version.version), against: '' }, { push: true })}
                  />
                ))}
              </Stack>
            </Section>
            <Compared
              detail={detail}
              draft={draft}
              version={selected}
              list={list}
              publication={withKeys.find(({ version }) => version === selected.version)}
            />
          </Stack>
        );
      }}
    </Answered>
  );
}

interface RowProps {
  readonly version: Version;
  readonly publication: Publication | undefined;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function VersionRow({ version, publication, isChosen, choose }: RowProps) {
  return (
    <UnstyledButton
      onClick={choose}
      aria-pressed={isChosen}
      p="xs"
      style={{ borderRadius: 8, background: isChosen ? 'var(--mantine-color-default-hover)' : undefined }}
    >
      <Group gap="sm">
        <Text fw={600} className="numbers" w={84}>
          Version {version.version}
        </Text>
        {version.is_live && <Status tone="fine">Live</Status>}
        <Text size="sm" c="dimmed">
          <Instant at={version.created_at} />
          {version.created_by && ` by ${version.created_by.name}`}
          {publication && ` ${withCredential(publication)}`}
        </Text>
        {version.note && (
          <Text size="sm" dir="auto">
            {version.note}
          </Text>
        )}
      </Group>
    </UnstyledButton>
  );
}

interface ComparedProps extends VersionsProps {
  readonly version: Version;
  /** Every version, the newest first. */
  readonly list: readonly Version[];
  readonly publication: Publication | undefined;
}

/** The key of a publication; a link to it for who may see keys. */
function PublishedWith({ publication: { kind, name } }: { readonly publication: Publication }) {
  const session = useSession();
  const keys = isOperating(session) ? '/operator/keys' : canManage(session) ? '/admin/keys' : undefined;
  return (
    <Text size="sm">
      Published with the {nounOf(kind)}{' '}
      {kind === 'api_key' && keys !== undefined ? (
        <Anchor component={Link} to={keys} search={{ q: name } as never} size="sm" dir="auto">
          {name}
        </Anchor>
      ) : (
        <b dir="auto">{name}</b>
      )}
      .
    </Text>
  );
}

function Compared({ detail, draft, version, list, publication }: ComparedProps) {
  const [address, go] = useAddress(TRAIL);
  const previous = list[list.indexOf(version) + 1];
  const against = address.against === '' ? String(previous?.version ?? 'nothing') : address.against;
  const before = list.find((one) => String(one.version) === against);
  const shown = useQuery(versionDetail(detail.id, version.version));
  const earlier = useQuery({
    ...versionDetail(detail.id, before?.version ?? version.version),
    enabled: before !== undefined,
  });
  const restoring = useChange(() => restoreVersion(detail.id, draft.revision, version.version), {
    done: `Version ${version.version} is the draft now. Employees see no change until you publish.`,
    after: draft.adopt,
    refresh: [['trails', 'list']],
  });
  if (shown.data === undefined || (before !== undefined && earlier.data === undefined)) {
    const missing = shown.data === undefined ? shown : earlier;
    return missing.error === null ? <Loading /> : <Unanswered of={missing} />;
  }
  const document = fullDocument(shown.data.document);
  const empty = fullDocument({ title: '' });
  return (
    <Section title={`Version ${version.version}`} hint="Marked words came, struck-out ones went.">
      {publication && <PublishedWith publication={publication} />}
      <Group justify="space-between">
        <Select
          size="xs"
          w={260}
          label="Compared with"
          value={against}
          onChange={(chosen) => go({ against: chosen ?? '' })}
          allowDeselect={false}
          data={[
            { value: 'draft', label: 'The draft' },
            ...(previous === undefined ? [{ value: 'nothing', label: 'Nothing: as first published' }] : []),
            ...list
              .filter((one) => one !== version)
              .map((one) => ({ value: String(one.version), label: `Version ${one.version}` })),
          ]}
        />
        {detail.status !== 'archived' && (
          <Confirm
            label="Restore into the draft"
            title={`Restore version ${version.version}?`}
            confirm="Restore"
            onConfirm={() => restoring.mutateAsync(undefined)}
            button={{ size: 'xs' }}
          >
            The draft becomes that version's document; unsaved changes are dropped. Neither the status nor the list of
            versions changes, and employees go on seeing what is live.
          </Confirm>
        )}
      </Group>
      {against === 'draft' ? (
        <Difference before={document} after={draft.mine} />
      ) : (
        <Difference
          before={before !== undefined && earlier.data ? fullDocument(earlier.data.document) : empty}
          after={document}
        />
      )}
    </Section>
  );
}
