// Streams of a creation's or an operation's status. If one breaks, the browser reconnects, and the service resumes it.
import { urlOf } from './client.ts';
import type { GroupOperation, GroupProgress } from './types.ts';

/** @returns ends the stream */
export function followGroup(
  teamId: string,
  onStatus: (progress: GroupProgress) => void,
): () => void {
  return follow(urlOf('/teams/{teamId}/status', { path: { teamId } }), (data) =>
    onStatus(JSON.parse(data) as GroupProgress),
  );
}

/** @returns ends the stream */
export function followOperation(
  path: { readonly teamId: string; readonly operationId: string },
  onStatus: (operation: GroupOperation) => void,
): () => void {
  return follow(urlOf('/teams/{teamId}/operations/{operationId}', { path }), (data) =>
    onStatus(JSON.parse(data) as GroupOperation),
  );
}

function follow(url: string, onData: (data: string) => void): () => void {
  const source = new EventSource(url);
  source.addEventListener('status', (event: MessageEvent<string>) => onData(event.data));
  return () => source.close();
}
