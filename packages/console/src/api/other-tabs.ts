// A message between the tabs of a browser: the user has signed in.
import { tenantId } from './location.ts';

const channel = new BroadcastChannel(`groupwright-${tenantId}`);
const signedIn = 'signed-in';

export function tellOtherTabsOfSignIn(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  channel.postMessage(signedIn);
}

/** @returns ends the calls */
export function onSignedInElsewhere(listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === signedIn) listener();
  };
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
}
