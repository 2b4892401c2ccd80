// Resolves once written files, and the entries of folders, have reached the disk.
import { open } from 'node:fs/promises';

export async function reachDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
