// Serializes errors for the log without user data. Database errors contain whole rows and invalid values, and model
// errors contain prompts.

/** Error members that name a kind, a rule or a place, and never contain user data. */
const LOGGED = new Set(['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'errno', 'syscall']);
const MAX_CAUSES = 5;

/** Serializes an error. For other thrown values, only the type. */
export function loggedError(thrown: unknown, depth = 0): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { cause, stack = '' } = thrown;
  const members = Object.entries(thrown).filter(
    ([name, value]) => LOGGED.has(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  const message = messageOf(thrown);
  const several: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const isDeep = depth === MAX_CAUSES;
  return {
    type: thrown.constructor.name,
    message,
    stack: stack.replace(thrown.message, () => message),
    ...Object.fromEntries(members),
    ...(cause === undefined || isDeep ? {} : { cause: loggedError(cause, depth + 1) }),
    ...(several.length === 0 || isDeep ? {} : { errors: several.map((one) => loggedError(one, depth + 1)) }),
  };
}

/** In data exceptions (class 22), PostgreSQL appends the invalid value to the message. */
const messageOf = (failure: Error): string =>
  'code' in failure && String(failure.code).startsWith('22') ? failure.message.replace(/: .*$/s, '') : failure.message;
