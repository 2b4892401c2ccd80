// Findings about one field (`ValidationIssue`). Uses no library, because the console loads this file, too.

export const errorAt = (field: string, message: string) => ({ severity: 'error' as const, field, message });

export const warningAt = (field: string, message: string) => ({ severity: 'warning' as const, field, message });
