// The defaults of absent fields (Decision 18), in the order of the document.

export const DEFAULTS = {
  target_role: '',
  description: '',
  tools: [],
  trigger: { when: '', keywords: [], examples: [] },
  prompts: [],
  setup_guide: '',
  feedback_enabled: true,
} as const;
