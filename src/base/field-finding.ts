// Findings about one field (`ValidationIssue`), without a library because the console uses them, too.

export const errorAt = (field: string, message: string) => ({ severity: 'error' as const, field, message });

export const warningAt = (field: string, message: string) => ({ severity: 'warning' as const, field, message });
