// A published trail in short.
import { Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ReadableTrail, toolOf } from '../api/reading.ts';

export function TrailCard({ trail, children }: { readonly trail: ReadableTrail; readonly children?: ReactNode }) {
  return (
    <Link to="/trails/$trailId" params={{ trailId: trail.id } as never} className="card trail-link">
      <Stack gap={6} p="md" h="100%">
        <Text fw={620} lh={1.35}>
          {trail.title}
        </Text>
        {trail.target_role !== '' && (
          <Text size="sm" c="dimmed">
            {trail.target_role}
          </Text>
        )}
        <Text size="sm" lineClamp={3}>
          {trail.description}
        </Text>
        {children}
        <Group gap={6} mt="auto" pt={6}>
          {trail.tools.slice(0, 3).map((id) => (
            <Badge key={id} variant="default" tt="none" fw={500}>
              {toolOf(id).name}
            </Badge>
          ))}
          {trail.tools.length === 0 && (
            <Badge variant="default" tt="none" fw={500}>
              Any AI tool
            </Badge>
          )}
        </Group>
      </Stack>
    </Link>
  );
}
