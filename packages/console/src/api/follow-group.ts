// The stream of a creation's status. Should it break, the browser opens it again, and the service resumes it.
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
