// Which messages to owners and administrators the signed-in user gets by mail. A choice is stored at once.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Body } from '../api/route-types.ts';
import { sessionKey, useSession } from '../api/session.ts';
import type { Session } from '../api/types.ts';
import { Choices } from '../components/choices.tsx';
import { notify } from '../components/notify.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';

type Topic = NonNullable<Body<'patch', '/account'>['mutedNotices']>[number];

const topics = ['webhooks', 'connection', 'departures'] as const satisfies readonly Topic[];

/** Nothing for those who get no such messages. */
export function OwnNotices() {
  const t = useMessages(shell);
  const { administrator } = useSession();
  const { muted, mute } = useMutedNotices();
  const { role, organisationIds } = administrator;
  if ((role !== 'owner' && role !== 'administrator') || organisationIds !== null) return null;
  return (
    <>
      <Choices
        legend={t('account.notices.title')}
        choices={topics.map((topic) => ({
          value: topic,
          label: t(`account.notices.${topic}`),
          meaning: t(`account.notices.${topic}Meaning`),
        }))}
        value={topics.filter((topic) => !muted.includes(topic))}
        onChange={(wanted) => mute(topics.filter((topic) => !wanted.includes(topic)))}
        fault={undefined}
      />
      <p className="muted small">{t('account.notices.always')}</p>
    </>
  );
}

function useMutedNotices() {
  const t = useMessages(shell);
  const { administrator } = useSession();
  const client = useQueryClient();
  // The box follows the click itself: a mutation reports a moment later that it has begun.
  const [chosen, setChosen] = useState<Topic[]>();
  const { mutate } = useMutation({
    // One after the other, so that the last choice stays.
    scope: { id: 'account' },
    mutationFn: (mutedNotices: Topic[]) => api.patch('/account', { body: { mutedNotices } }),
    onSuccess: (preferences) =>
      client.setQueryData<Session | null>(sessionKey, (session) =>
        session == null
          ? session
          : { ...session, administrator: { ...session.administrator, preferences } },
      ),
    onError: (error) =>
      notify(t('account.notices.notStored'), { text: error.message, intent: 'error' }),
  });
  return {
    muted: chosen ?? administrator.preferences?.mutedNotices ?? [],
    mute: (topics: Topic[]) => {
      setChosen(topics);
      // Called for the last choice alone.
      mutate(topics, { onSettled: () => setChosen(undefined) });
    },
  };
}
