// Why a person has a role, and why a person is gone: changes and requests in one list, each with its cause. The page
// also exists for people who were removed.
import { Alert, Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { HISTORY } from '../../addresses.ts';
import { type HistoryLine, type MemberHistory, personHistory } from '../../api/person.ts';
import type { AuditEntry } from '../../api/workspace.ts';
import { openingOf } from '../../parts/dialogs/open-entry.tsx';
import { type Column, Rows } from '../../parts/lists/rows.tsx';
import { useAddress } from '../../parts/page/address.ts';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';
import { AuditEntryDialog } from '../audit/audit-entry-dialog.tsx';
import { sentenceOf } from '../audit/audit-sentences.ts';

export function HistoryPage() {
  const { userId = '' } = useParams({ strict: false });
  const history = useInfiniteQuery(personHistory(userId));
  const [address, go] = useAddress(HISTORY);
  const open = openingOf(address, go);
  const first = history.data?.pages[0];
  const lines = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const name = first?.name || t('Unnamed');
  return (
    <Page
      title={first === undefined ? t('History') : t('History of {name}', { name })}
      lead={t('Changes to membership, roles, groups and grants, and the requests behind them.')}
      crumbs={[{ label: t('Members'), to: '/admin/members' }]}
      actions={
        first?.is_member && (
          <PageAnchor to="/admin/members/$userId" params={{ userId }} search={{ tab: 'access' }}>
            {t('Show access')}
          </PageAnchor>
        )
      }
    >
      {first !== undefined && <Standing history={first} />}
      <Answered of={history}>
        {() =>
          lines.length === 0 ? (
            <Empty title={t('Nothing yet')}>
              {t('Changes to this person appear here, each with its cause. The logs may not go back far enough.')}
            </Empty>
          ) : (
            <Rows
              label={t('History')}
              rows={lines}
              columns={columns(({ id }) => open.set(id))}
              keyOf={({ id }) => id}
              pages={history}
              height={40}
            />
          )
        }
      </Answered>
      <AuditEntryDialog open={open} loaded={lines.flatMap(({ change }) => change ?? [])} />
    </Page>
  );
}

/** Whether the person is suspended or gone. */
function Standing({ history: { is_member, suspension } }: { readonly history: MemberHistory }) {
  if (suspension !== null)
    return (
      <Alert color="yellow" variant="light" mb="sm" title={t('Suspended')}>
        <Text size="sm">
          {rich(
            '{connection} removed this person with many others {when}. Restore or confirm on <a>the page of the connection</a>.',
            {
              connection: suspension.connection_name,
              when: <Instant at={suspension.suspended_at} />,
              a: (text) => (
                <PageAnchor to="/admin/connections/$connectionId" params={{ connectionId: suspension.connection_id }}>
                  {text}
                </PageAnchor>
              ),
            },
          )}
        </Text>
      </Alert>
    );
  if (is_member) return null;
  return (
    <Text size="sm" mb="sm">
      {t('This person is not a member anymore. The list shows why.')}
    </Text>
  );
}

const columns = (show: (line: HistoryLine) => void): readonly Column<HistoryLine>[] => [
  {
    heading: t('When'),
    width: '120px',
    cell: ({ change, request }) => (
      <Text size="sm">
        <Instant at={(change ?? request)?.at ?? ''} />
      </Text>
    ),
  },
  {
    heading: t('What happened'),
    isMain: true,
    width: 'minmax(0, 4fr)',
    cell: (line) => (
      <Text size="sm" truncate title={sentenceOfLine(line)}>
        {sentenceOfLine(line)}
      </Text>
    ),
  },
  { heading: t('Cause'), width: 'minmax(0, 1.5fr)', cell: (line) => <Cause line={line} /> },
  {
    heading: t('Details'),
    isAct: true,
    width: '84px',
    cell: (line) =>
      line.change !== null && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => show(line)}
          aria-label={t('Show: {sentence}', { sentence: sentenceOfLine(line) })}
        >
          {t('Show')}
        </Button>
      ),
  },
];

/** The request in the connection's log, or the page of the person who made the change. */
function Cause({ line: { change, request } }: { readonly line: HistoryLine }) {
  if (request !== null)
    return (
      <PageAnchor
        to="/admin/connections/$connectionId"
        params={{ connectionId: request.connection_id }}
        search={{ tab: 'log', entry: request.id }}
        size="sm"
        truncate
      >
        {t('Request of {connection}', { connection: request.connection_name })}
      </PageAnchor>
    );
  return change === null ? null : <Actor change={change} />;
}

function Actor({ change: { actor, request_id } }: { readonly change: AuditEntry }) {
  if (actor.id === null || (actor.kind !== 'person' && actor.kind !== 'connection'))
    return (
      <Text size="sm" c="dimmed" truncate>
        {actor.name || t('The service')}
      </Text>
    );
  if (actor.kind === 'person')
    return (
      <PageAnchor to="/admin/members/$userId/history" params={{ userId: actor.id }} size="sm" truncate>
        {actor.name || t('Unnamed')}
      </PageAnchor>
    );
  return (
    <PageAnchor
      to="/admin/connections/$connectionId"
      params={{ connectionId: actor.id }}
      search={{ tab: 'log', q: request_id ?? '' }}
      size="sm"
      truncate
    >
      {t('Request of {connection}', { connection: actor.name || t('Directory sync') })}
    </PageAnchor>
  );
}

function sentenceOfLine({ change, request }: HistoryLine): string {
  if (change !== null) return sentenceOf(change);
  if (request === null) return '';
  const connection = request.connection_name;
  const reason = request.explanation ?? String(request.status);
  if (request.outcome !== 'ok')
    return t('{connection} sent a request that was refused: {reason}', { connection, reason });
  const [warning] = request.warnings;
  const deed = DEEDS[request.operation]({ connection });
  return warning === undefined ? deed : t('{deed}. {warning}', { deed, warning });
}

const DEEDS: Readonly<Record<'create' | 'replace' | 'update' | 'delete', (values: { connection: string }) => string>> =
  {
    create: (values) => t('{connection} created the person', values),
    replace: (values) => t('{connection} sent the whole person', values),
    update: (values) => t('{connection} changed attributes of the person', values),
    delete: (values) => t('{connection} deleted the person', values),
  };
