// Loaded into a measured process before its own code (node --expose-gc --import): answers each message of the measuring
// process with the memory that is left after a full collection, in bytes.
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external, arrayBuffers });
});
process.channel?.unref();
