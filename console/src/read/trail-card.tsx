// A published trail as a card.
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ReadableTrail, toolOf } from '../api/reading.ts';
import { BrandMark } from '../parts/page/brand-mark.tsx';
import { t } from '../parts/texts/t.ts';

interface TrailCardProps {
  readonly trail: ReadableTrail;
  readonly isShort?: boolean;
  readonly children?: ReactNode;
}

export function TrailCard({ trail, isShort = false, children }: TrailCardProps) {
  return (
    <Link to="/trails/$trailId" params={{ trailId: trail.id }} className="card trail-link">
      <Stack gap={4} p="md" h="100%">
        <Text fw={620} lh={1.35} dir="auto">
          {trail.title}
        </Text>
        {!isShort && (
          <Text size="sm" lineClamp={2} c="dimmed" dir="auto">
            {trail.description}
          </Text>
        )}
        {children}
        <Group gap="xs" mt="auto" pt={6} justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed" truncate dir="auto">
            {trail.target_role || t('Anyone')}
          </Text>
          <ToolMarks ids={trail.tools} />
        </Group>
      </Stack>
    </Link>
  );
}

const MAX_MARKS = 4;

/** Logos of the AI tools, with their names for screen readers and on hover. */
function ToolMarks({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const names = ids.map((id) => toolOf(id).name);
  return (
    <Group
      gap={6}
      wrap="nowrap"
      c="dimmed"
      role="img"
      aria-label={t('For {names}', { names: names.join(', ') })}
      title={names.join(', ')}
    >
      {ids.slice(0, MAX_MARKS).map((id) => (
        <BrandMark key={id} id={id} name={toolOf(id).name} size={15} />
      ))}
      {ids.length > MAX_MARKS && (
        <Text span size="xs" aria-hidden>
          +{ids.length - MAX_MARKS}
        </Text>
      )}
    </Group>
  );
}
