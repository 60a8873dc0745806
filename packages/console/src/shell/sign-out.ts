import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { tellOtherTabs } from '../api/other-tabs.ts';
import { useSending } from '../components/use-sending.ts';
import { sessionKey } from '../api/session.ts';

/** Ends this session, or all sessions of the person, and clears the cache. */
export function useSignOut(onFailure?: (error: Error) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSending({
    async send(everywhere: boolean) {
      try {
        return await api.post('/session/end', { body: { everywhere } });
      } catch (error) {
        if (error instanceof Error) onFailure?.(error);
        throw error;
      }
    },
    async onSuccess() {
      tellOtherTabs('signed-out');
      await navigate('/sign-in?ended');
      client.clear();
      client.setQueryData(sessionKey, null);
    },
  });
}
