// Bytes that never became a request.

export interface ParserFailure extends Error {
  readonly code?: string | undefined;
  /** The bytes at which the parser gave up. */
  readonly rawPacket?: unknown;
}
