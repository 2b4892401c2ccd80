// A hand-written uncompressed zip, entry by entry, so that it can contain wrong data.
import { crc32 } from 'node:zlib';

export const TEXT = Buffer.from('---\nname: a\ndescription: b\n---\n');

interface Forged {
  readonly name: Buffer | string;
  readonly bytes?: Buffer;
  readonly mode?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly crc?: number;
}

/** Returns the zip. `count` is the number of entries that it announces. */
export function forged(entries: readonly Forged[], count = entries.length): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    bytes = TEXT,
    mode = 0o100644,
    flags = 0x800,
    size = bytes.length,
    crc = crc32(bytes),
  } of entries) {
    const named = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(bytes.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, named, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), shared, tail, named]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
