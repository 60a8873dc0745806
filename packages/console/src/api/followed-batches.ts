// The batches that were started in this tab and are not complete. A reload of the page continues to follow them.
import { tenantId } from './location.ts';

const storageKey = `groupwright-batches-${tenantId}`;

let followed: readonly string[] = stored();
const listeners = new Set<() => void>();

function stored(): readonly string[] {
  const text = sessionStorage.getItem(storageKey) ?? '';
  return text === '' ? [] : text.split(',');
}

function set(batchIds: readonly string[]): void {
  followed = batchIds;
  sessionStorage.setItem(storageKey, batchIds.join(','));
  for (const listener of listeners) listener();
}

export const followedBatches = {
  ids: (): readonly string[] => followed,
  /** Its progress is shown, and the lists follow it, until it is complete. */
  follow({ batchId }: { readonly batchId: string }): void {
    if (!followed.includes(batchId)) set([...followed, batchId]);
  },
  forget: (batchId: string): void => set(followed.filter((one) => one !== batchId)),
  subscribe(this: void, listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
