// A finding about one field (`ValidationIssue`), made without a library: the console finds the same.

/** One that refuses. */
export const errorAt = (field: string, message: string) => ({ severity: 'error' as const, field, message });

/** One that refuses nothing. */
export const warningAt = (field: string, message: string) => ({ severity: 'warning' as const, field, message });
