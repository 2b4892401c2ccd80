import { Problem } from './problem.ts';

interface Fetched<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a call. Throws a `Problem` if the service refuses. */
export async function answerOf<Data>(call: Promise<Fetched<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok) return data as Data;
  const members = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  throw new Problem(
    members,
    response.status,
    response.headers.get('Request-Id') ?? undefined,
    response.headers.get('Retry-After'),
  );
}
