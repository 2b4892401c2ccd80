// Loaded into a measured process before its code (node --expose-gc --import): answers each message with the bytes of
// memory in use after a full collection.
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external, arrayBuffers });
});
process.channel?.unref();
