// New ids and what an id looks like (Decision 2).
import { v7 } from 'uuid';

/** A new UUIDv7: ordered by time, so an index on it stays compact. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the 8-4-4-4-12 form of any UUID version, either case. */
export const isUuid = (text: string): boolean => UUID.test(text);
