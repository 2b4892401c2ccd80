// Loaded into a measured process before its code (node --expose-gc --import). Replies to each message with the memory
// in use after a full collection, in bytes.
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external, arrayBuffers });
});
process.channel?.unref();
