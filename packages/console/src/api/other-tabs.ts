// Messages between the tabs of a browser: the user has signed in, or out.
import { tenantId } from './location.ts';

const channel = new BroadcastChannel(`groupwright-${tenantId}`);
type Happened = 'signed-in' | 'signed-out';

export function tellOtherTabs(happened: Happened): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  channel.postMessage(happened);
}

/** @returns ends the calls */
export function onElsewhere(happened: Happened, listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === happened) listener();
  };
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}
