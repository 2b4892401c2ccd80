// The people around one person as a drawing: managers above, direct reports below, with links. Screen readers get the
// same as a sentence and a list.
import { listed } from '../../parts/texts/listed.ts';
import './reporting-chart.css';
import { Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MemberPage } from '../../api/directory.ts';
import { type ChartPerson, chartLevel } from '../../api/person.ts';
import { Section } from '../../parts/forms/section.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { PersonAvatar } from '../../parts/page/person-avatar.tsx';
import { Unanswered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { chartLayout, NODE_HEIGHT, type PlacedNode } from './chart-layout.ts';

const MAX_ABOVE = 4;
const MAX_BELOW = 12;
/** Used until the width is known. */
const USUAL_WIDTH = 760;

export function ReportingChart({ person }: { readonly person: MemberPage }) {
  const reports = useQuery({ ...chartLevel(person.user_id), enabled: person.report_count > 0 });
  if (person.managers_above.length === 0 && person.report_count === 0) return null;
  const below = (reports.data?.items ?? []).filter(({ status }) => status === 'active');
  const rest = person.report_count - Math.min(person.report_count, MAX_BELOW);
  return (
    <Section title={t('Reporting chart')} hint={t('According to the identity provider.')}>
      <Drawing person={person} below={below.slice(0, MAX_BELOW)} />
      <Unanswered of={reports} />
      <Text size="sm">
        {rest > 0 &&
          t('{rest, plural, one {# more person} other {# more people}} report to {name}.', {
            rest,
            name: nameOf(person),
          })}{' '}
        <PageAnchor to="/admin/organisation" search={{ person: person.user_id }}>
          {t('Show in the whole organization')}
        </PageAnchor>
      </Text>
    </Section>
  );
}

function Drawing({ person, below }: { readonly person: MemberPage; readonly below: readonly ChartPerson[] }) {
  const { ref, width } = useElementSize();
  const above = person.managers_above.slice(0, MAX_ABOVE);
  const { user_id, name, status, report_count } = person;
  const self: ChartPerson = { user_id, name, status, report_count, leads: report_count > 0 };
  const { nodes, lines, height, nodeWidth } = chartLayout(width || USUAL_WIDTH, above, self, below);
  return (
    <figure className="org-chart" ref={ref} style={{ height }}>
      <VisuallyHidden component="figcaption">{sentenceOf(person)}</VisuallyHidden>
      <svg width="100%" height={height} aria-hidden focusable="false">
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
      <ul>
        {nodes.map((placed) => (
          <Node key={placed.node.user_id} placed={placed} width={nodeWidth} isSelf={placed.node === self} />
        ))}
      </ul>
    </figure>
  );
}

interface NodeProps {
  readonly placed: PlacedNode<ChartPerson>;
  readonly width: number;
  readonly isSelf: boolean;
}

function Node({ placed: { node, x, y }, width, isSelf }: NodeProps) {
  const inside = (
    <>
      <PersonAvatar id={node.user_id} name={nameOf(node)} size={26} />
      <span className="org-name">
        <span dir="auto">{nameOf(node)}</span>
        <span className="org-note">{noteOf(node)}</span>
      </span>
    </>
  );
  return (
    <li style={{ transform: `translate(${x}px, ${y}px)`, width, height: NODE_HEIGHT }}>
      {isSelf ? (
        <span className="org-node" data-self aria-current="page">
          {inside}
        </span>
      ) : (
        <Link to="/admin/members/$userId" params={{ userId: node.user_id }} className="org-node">
          {inside}
        </Link>
      )}
    </li>
  );
}

const nameOf = ({ name }: { readonly name: string }): string => name || t('Someone without a name');

export const noteOf = ({ status, report_count }: Pick<ChartPerson, 'status' | 'report_count'>): string => {
  const reports =
    report_count === 0
      ? ''
      : t('{reportCount, plural, one {# direct report} other {# direct reports}}', { reportCount: report_count });
  return [status === 'active' ? '' : t('Deprovisioned'), reports].filter((part) => part !== '').join(', ');
};

function sentenceOf(person: MemberPage): string {
  const name = nameOf(person);
  const [manager, ...above] = person.managers_above.map(nameOf);
  const up =
    manager === undefined
      ? t('{name} reports to no one here.', { name })
      : above.length === 0
        ? t('{name} reports to {manager}.', { name, manager })
        : t('{name} reports to {manager}. Managers above: {above}.', { name, manager, above: listed(above) });
  return t('{up} {reportCount, plural, one {# person reports} other {# people report}} to {name}.', {
    up,
    reportCount: person.report_count,
    name: nameOf(person),
  });
}
