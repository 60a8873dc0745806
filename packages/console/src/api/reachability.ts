// Whether the service can be reached: known from the browser and from every call, and after a lost one from probes.
import { apiPath } from './location.ts';

export type Reachability = 'reachable' | 'offline' | 'lost';

let isLost = false;
const listeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

function state(): Reachability {
  if (!navigator.onLine) return 'offline';
  return isLost ? 'lost' : 'reachable';
}

function change(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const listener of listeners) listener();
  if (!isLost) for (const listener of returnListeners) listener();
}

function listen(set: Set<() => void>, listener: () => void): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  const end = listen(listeners, listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    end();
  };
}

export const reachability = {
  state,
  subscribe,
  /** Called when the service can be reached again. @returns ends the calls */
  onReturn: (listener: () => void) => listen(returnListeners, listener),
  /** A call had an answer, or none. A proxy that has no service behind it answers 502 to 504. */
  note: (status: number) => change(status === 0 || (status >= 502 && status <= 504)),
  async probe(): Promise<void> {
    try {
      reachability.note((await fetch(`${apiPath}/sign-in`)).status);
    } catch {
      change(true);
    }
  },
};
