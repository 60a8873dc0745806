import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { useSending } from '../components/use-sending.ts';
import { sessionKey } from '../api/session.ts';

/** Ends this session, or all sessions of the person, and clears the cache. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useSending({
    send: (everywhere: boolean) => api.post('/session/end', { body: { everywhere } }),
    async onSuccess() {
      await navigate('/sign-in?ended');
      client.clear();
      client.setQueryData(sessionKey, null);
    },
  });
}
