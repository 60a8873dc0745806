// Says that the browser is offline or that the service does not answer, and when it is over reads everything again.
import { MessageBar, MessageBarBody } from '../components/message-bar.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { reachability } from '../api/reachability.ts';
import { connection } from '../messages/connection.ts';
import { useMessages } from '../messages/use-messages.ts';

const tryAgainEveryMs = 5_000;

export function ConnectionBar() {
  const t = useMessages(connection);
  const client = useQueryClient();
  const state = useSyncExternalStore(reachability.subscribe, reachability.state);
  useEffect(() => {
    if (state !== 'lost') return undefined;
    const timer = setInterval(() => void reachability.probe(), tryAgainEveryMs);
    return () => clearInterval(timer);
  }, [state]);
  useEffect(
    () => reachability.onReturn(() => void client.invalidateQueries({ type: 'active' })),
    [client],
  );
  return (
    <div role="status" className="connection">
      {state === 'reachable' ? null : (
        <MessageBar intent="warning">
          <MessageBarBody>{t(state)}</MessageBarBody>
        </MessageBar>
      )}
    </div>
  );
}
