// A document with every field in it, as the service stores one: what the editor works on.
import type { FullDocument } from '../../../src/trails/document.ts';
import type { TrailDocument } from '../api/trails.ts';

export type { FullDocument };

export const fullDocument = (sent: TrailDocument): FullDocument => ({
  title: sent.title,
  target_role: sent.target_role ?? '',
  description: sent.description ?? '',
  tools: sent.tools ?? [],
  trigger: {
    when: sent.trigger?.when ?? '',
    keywords: sent.trigger?.keywords ?? [],
    examples: sent.trigger?.examples ?? [],
  },
  prompts: (sent.prompts ?? []).map(({ id = '', label, body }) => ({ id, label, body })),
  setup_guide: sent.setup_guide ?? '',
  feedback_enabled: sent.feedback_enabled ?? true,
});
