// Published versions: the changes compared with another version or the draft, and how to restore one.
import { Group, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TRAIL } from '../../addresses.ts';
import { useChange } from '../../api/change.ts';
import { canManage, canWrite, isOperating, useSession } from '../../api/session.ts';
import {
  type Publication,
  publications,
  restoreRevision,
  restoreVersion,
  type TrailDetail,
  type Version,
  versionDetail,
  versionList,
} from '../../api/trails.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { offerUndo } from '../../parts/dialogs/undo.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { MoreRows, useSomeRows } from '../../parts/lists/some-rows.tsx';
import { useAddress } from '../../parts/page/address.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered, Empty, Loading, Unanswered } from '../../parts/page/states.tsx';
import { Status } from '../../parts/page/status.tsx';
import { withCredential } from '../../parts/secrets/with-credential.ts';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { Difference } from '../draft/difference.tsx';
import { type FullDocument, fullDocument } from '../draft/full-document.ts';
import type { Draft } from '../draft/use-draft.ts';

interface VersionsProps {
  readonly detail: TrailDetail;
  readonly draft: Draft;
}

export function Versions({ detail, draft }: VersionsProps) {
  const versions = useQuery(versionList(detail.id));
  const published = useQuery({ ...publications(detail.id), enabled: canWrite(useSession()) });
  const withKeys = published.data?.items ?? [];
  const [address, go] = useAddress(TRAIL);
  const chosen = Number(address.version);
  return (
    <Answered of={versions}>
      {(list) => {
        const newest = list[0];
        if (newest === undefined)
          return (
            <Empty title={t('Never published')}>
              {t('Publish the draft, and its first version appears here permanently.')}
            </Empty>
          );
        const selected = list.find(({ version }) => version === chosen) ?? newest;
        return (
          <Stack gap="md">
            <Section title={t('Versions')} hint={t('Each is kept exactly as published.')}>
              <Unanswered of={published} />
              <VersionRows
                list={list}
                selected={selected}
                publications={withKeys}
                choose={(version) => go({ version: String(version), against: '' }, { push: true })}
              />
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

interface RowsProps {
  readonly list: readonly Version[];
  readonly selected: Version;
  readonly publications: readonly Publication[];
  readonly choose: (version: number) => void;
}

/**
 * The number of versions shown at first, so that the comparison below stays visible. The selected one is always
 * included.
 */
const FIRST = 8;

function VersionRows({ list, selected, publications, choose }: RowsProps) {
  const { shown, left, showAll } = useSomeRows(list, Math.max(FIRST, list.indexOf(selected) + 1));
  return (
    <Stack gap={2}>
      {shown.map((version) => (
        <VersionRow
          key={version.version}
          version={version}
          publication={publications.find((one) => one.version === version.version)}
          isChosen={version === selected}
          choose={() => choose(version.version)}
        />
      ))}
      <MoreRows left={left} showAll={showAll} />
    </Stack>
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
          {t('Version {version}', { version: version.version })}
        </Text>
        {version.is_live && <Status tone="fine">{t('Live')}</Status>}
        <Text size="sm" c="dimmed">
          {version.created_by
            ? rich('{when} by {createdBy}', {
                when: <Instant at={version.created_at} />,
                createdBy: version.created_by.name,
              })
            : rich('{when}', { when: <Instant at={version.created_at} /> })}
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
  /** All versions, newest first. */
  readonly list: readonly Version[];
  readonly publication: Publication | undefined;
}

/** The key or app that published it, with a link for people who can see keys. */
function PublishedWith({ publication: { kind, name } }: { readonly publication: Publication }) {
  const session = useSession();
  const keys = isOperating(session) ? '/operator/keys' : canManage(session) ? '/admin/keys' : undefined;
  const a = (text: ReactNode) =>
    kind === 'api_key' && keys !== undefined ? (
      <PageAnchor to={keys} search={{ q: name }} size="sm" dir="auto">
        {text}
      </PageAnchor>
    ) : (
      <b dir="auto">{text}</b>
    );
  return (
    <Text size="sm">
      {kind === 'api_key'
        ? rich('Published with the key <a>{name}</a>.', { name, a })
        : rich('Published with the app <a>{name}</a>.', { name, a })}
    </Text>
  );
}

function Compared({ detail, draft, version, list, publication }: ComparedProps) {
  const { against, choose, sides, missing } = useComparison({ detail, draft, version, list });
  if (missing !== undefined) return missing.error === null ? <Loading /> : <Unanswered of={missing} />;
  return (
    <Section
      title={t('Version {version}', { version: version.version })}
      hint={t('Marked words were added, struck-out words were removed.')}
    >
      {publication && <PublishedWith publication={publication} />}
      <Group justify="space-between">
        <Select
          size="xs"
          w={260}
          label={t('Compared with')}
          value={against}
          onChange={(chosen) => choose(chosen ?? '')}
          allowDeselect={false}
          data={othersThan(version, list)}
        />
        {detail.status !== 'archived' && <Restore trailId={detail.id} draft={draft} version={version.version} />}
      </Group>
      <Difference {...sides} />
    </Section>
  );
}

interface Sides {
  readonly before: FullDocument;
  readonly after: FullDocument;
}

/**
 * The comparison of a version: with the draft, another version, or nothing. The URL selects it; by default it is the
 * preceding version. `missing` is a query that is pending or has failed.
 */
function useComparison({ detail, draft, version, list }: Omit<ComparedProps, 'publication'>) {
  const [address, go] = useAddress(TRAIL);
  const against = address.against === '' ? String(precedingIn(list, version)?.version ?? NOTHING) : address.against;
  const other = list.find((one) => String(one.version) === against);
  const shown = useQuery(versionDetail(detail.id, version.version));
  const earlier = useQuery({
    ...versionDetail(detail.id, other?.version ?? version.version),
    enabled: other !== undefined,
  });
  const missing =
    shown.data === undefined ? shown : other !== undefined && earlier.data === undefined ? earlier : undefined;
  const documentOf = (answer: typeof shown): FullDocument => fullDocument(answer.data?.document ?? { title: '' });
  const document = documentOf(shown);
  const before = other === undefined ? fullDocument({ title: '' }) : documentOf(earlier);
  const sides: Sides = against === DRAFT ? { before: document, after: draft.mine } : { before, after: document };
  return { against, choose: (chosen: string) => go({ against: chosen }), sides, missing };
}

const [DRAFT, NOTHING] = ['draft', 'nothing'];

/** The list is newest first, so the preceding version comes next. */
const precedingIn = (list: readonly Version[], version: Version): Version | undefined =>
  list[list.indexOf(version) + 1];

const othersThan = (version: Version, list: readonly Version[]) => [
  { value: DRAFT, label: t('The draft') },
  ...(precedingIn(list, version) === undefined
    ? [{ value: NOTHING, label: t('Nothing (show the whole version)') }]
    : []),
  ...list
    .filter((one) => one !== version)
    .map((one) => ({ value: String(one.version), label: t('Version {version}', { version: one.version }) })),
];

interface RestoreProps {
  readonly trailId: string;
  readonly draft: Draft;
  readonly version: number;
}

function Restore({ trailId, draft, version }: RestoreProps) {
  const refresh = [['trails', 'list']];
  const undoing = useChange(
    ({ revision, replaced }: { readonly revision: number; readonly replaced: number }) =>
      restoreRevision(trailId, revision, replaced),
    { done: t('Your saved draft is back.'), after: draft.adopt, refresh },
  );
  const restoring = useChange(() => restoreVersion(trailId, draft.revision, version), {
    after: (restored) => {
      const replaced = draft.revision;
      draft.adopt(restored);
      offerUndo(t('Version {version} is the draft now. Employees see no change until you publish.', { version }), () =>
        undoing.mutate({ revision: restored.revision, replaced }),
      );
    },
    refresh,
  });
  return (
    <Confirm
      label={t('Restore into the draft')}
      title={t('Restore version {version}?', { version })}
      confirm={t('Restore')}
      onConfirm={() => restoring.mutateAsync(undefined)}
      button={{ size: 'xs' }}
    >
      {t('This version replaces your saved draft. You can undo that.')}{' '}
      {draft.isDirty && t('Your unsaved changes are discarded.')} {t('Employees still see the live version.')}
    </Confirm>
  );
}
