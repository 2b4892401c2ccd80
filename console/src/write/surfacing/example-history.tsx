// The example results of each revision, as a bar with the numbers in words next to it.
import './example-history.css';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExampleRunEntry, exampleHistory } from '../../api/evaluation.ts';
import { Section } from '../../parts/forms/section.tsx';
import { PageAnchor } from '../../parts/page/links.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { Instant } from '../../parts/texts/instant.tsx';
import { rich } from '../../parts/texts/rich.ts';
import { t } from '../../parts/texts/t.ts';

/** The number of bars that are easy to tell apart. */
const SHOWN = 12;

export function ExampleHistory({ trailId }: { readonly trailId: string }) {
  const history = useQuery(exampleHistory(trailId));
  return (
    <Section
      title={t('Earlier results')}
      hint={t('Saved revisions whose examples were run, compared with the other trails at that time. Newest first.')}
    >
      <Answered of={history} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('Nothing yet. Save the draft and run its examples. Results of the last 50 revisions are kept here.')}
            </Text>
          ) : (
            <ol className="run-history" aria-label={t('Runs, newest first')}>
              {items
                .slice(-SHOWN)
                .reverse()
                .map((run) => (
                  <RunRow key={run.revision} trailId={trailId} run={run} />
                ))}
            </ol>
          )
        }
      </Answered>
    </Section>
  );
}

function RunRow({ trailId, run }: { readonly trailId: string; readonly run: ExampleRunEntry }) {
  const { revision, version, examples, passed, passed_left_out } = run;
  return (
    <li>
      <Text size="sm" className="numbers">
        {version === null ? (
          t('Revision {revision}', { revision })
        ) : (
          <PageAnchor
            to="/write/$trailId"
            params={{ trailId }}
            search={{ tab: 'versions', version: String(version) }}
            fw={560}
            c="inherit"
          >
            {t('Version {version}', { version })}
          </PageAnchor>
        )}
      </Text>
      <span className="run-track" aria-hidden>
        <span className="run-listed" style={{ width: `${(100 * passed) / examples}%` }} />
        {passed_left_out !== null && (
          <span className="run-left-out" style={{ width: `${(100 * passed_left_out) / examples}%` }} />
        )}
      </span>
      <Text size="sm" c="dimmed" className="numbers">
        {passed_left_out === null
          ? rich('{passed} of {examples} right, {when}', { passed, examples, when: <Instant at={run.run_at} /> })
          : rich('{passed} of {examples} correct, {passedLeftOut} with each example left out, {when}', {
              passed,
              examples,
              passedLeftOut: passed_left_out,
              when: <Instant at={run.run_at} />,
            })}
      </Text>
    </li>
  );
}
