// Bytes that did not form a request.

export interface ParserFailure extends Error {
  readonly code?: string | undefined;
  /** The bytes where the parser gave up. */
  readonly rawPacket?: unknown;
}
