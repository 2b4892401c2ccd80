// What was written has reached the disk when this resolves: files, and folders whose entries matter.
import { open } from 'node:fs/promises';

export async function reachDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
