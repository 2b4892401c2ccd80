// One line about a trail: its role, AI tools, last change and owner.
import { Group, Text } from '@mantine/core';
import { type ReadableTrail, toolOf } from '../api/reading.ts';
import { BrandMark } from '../parts/page/brand-mark.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';

type MetaProps = Pick<ReadableTrail, 'target_role' | 'tools' | 'published_at' | 'catalog'> & {
  /** The name; null or undefined if there is none to show. */
  readonly owner?: string | null | undefined;
};

export function TrailMeta({ target_role, tools, published_at, catalog, owner }: MetaProps) {
  return (
    <Group component="ul" gap="2px 16px" className="trail-meta" aria-label={t('About this trail')}>
      {target_role !== '' && <li dir="auto">{target_role}</li>}
      {tools.length === 0 && <li>{t('Any AI tool')}</li>}
      {tools.map((id) => (
        <li key={id}>
          <BrandMark id={id} name={toolOf(id).name} size={15} /> {toolOf(id).name}
        </li>
      ))}
      <li>
        <Text span inherit>
          {rich('Updated {when}', { when: <Instant at={published_at} /> })}
        </Text>
      </li>
      {owner != null && owner !== '' && <li dir="auto">{t('Owner: {owner}', { owner })}</li>}
      {catalog === 'svc' && <li>{t('For every workspace')}</li>}
    </Group>
  );
}
