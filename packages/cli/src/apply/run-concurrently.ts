/**
 * Does the work for each item, at most `concurrency` at a time, begun in their order. The first error, or
 * the signal, begins no more; it is thrown once what was begun has ended.
 */
export async function each<Item>(
  items: readonly Item[],
  concurrency: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  async function lane(): Promise<void> {
    while (next < items.length && failure === undefined && !signal.aborted) {
      const item = items[next] as Item;
      next += 1;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  if (failure !== undefined) throw failure.error;
  signal.throwIfAborted();
}
