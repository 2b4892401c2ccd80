// A failure as the log keeps it: what it is and where it happened, and nothing of what it was about. Databases tell the
// whole row that a rule refused and the value that they could not read, models the prompt that they were sent.

/** Members of errors that name a kind, a rule or a place, never a value of a caller. */
const LOGGED = new Set(['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'errno', 'syscall']);
const MOST_CAUSES = 5;

/** An error; of anything else that was thrown, what kind of value it is. */
export function loggedError(thrown: unknown, depth = 0): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { cause, stack = '' } = thrown;
  const members = Object.entries(thrown).filter(
    ([name, value]) => LOGGED.has(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  const message = messageOf(thrown);
  const several: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const isDeep = depth === MOST_CAUSES;
  return {
    type: thrown.constructor.name,
    message,
    stack: stack.replace(thrown.message, () => message),
    ...Object.fromEntries(members),
    ...(cause === undefined || isDeep ? {} : { cause: loggedError(cause, depth + 1) }),
    ...(several.length === 0 || isDeep ? {} : { errors: several.map((one) => loggedError(one, depth + 1)) }),
  };
}

/** PostgreSQL quotes a value that it cannot take at the end of its sentence (class 22, data exceptions). */
const messageOf = (failure: Error): string =>
  'code' in failure && String(failure.code).startsWith('22') ? failure.message.replace(/: .*$/s, '') : failure.message;
