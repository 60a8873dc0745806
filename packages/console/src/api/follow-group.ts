// The stream of a creation's status. If it breaks, the browser reconnects, and the service resumes it.
import { urlOf } from './client.ts';
import type { GroupProgress } from './types.ts';

/** @returns ends the stream */
export function followGroup(
  teamId: string,
  onStatus: (progress: GroupProgress) => void,
): () => void {
  const source = new EventSource(urlOf('/groups/{teamId}/events', { path: { teamId } }));
  source.addEventListener('status', (event: MessageEvent<string>) =>
    onStatus(JSON.parse(event.data) as GroupProgress),
  );
  return () => source.close();
}
