// Shown when the session ends during work. The page and its input stay until the user is signed in again, here or in
// another tab, which this one notices.
import { Button } from '@fluentui/react-button';
import { useEffect, useEffectEvent, useState } from 'react';
import { pagePath } from '../api/location.ts';
import { onElsewhere } from '../api/other-tabs.ts';
import { readSession, useSetSession } from '../api/session.ts';
import { Modal } from '../components/modal.tsx';
import { useSending } from '../components/use-sending.ts';
import { common } from '../messages/common.ts';
import { shell } from '../messages/shell.ts';
import { useMessages } from '../messages/use-messages.ts';

export function SessionEnded({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useMessages(shell);
  const words = useMessages(common);
  const setSession = useSetSession();
  const check = useSending({
    send: readSession,
    async onSuccess(session) {
      if (session === null) return;
      await setSession(session);
      onSignedIn();
    },
  });
  // On the return to this tab, nobody has asked.
  const [isAsked, setIsAsked] = useState(false);
  const ask = (isByUser: boolean) => {
    setIsAsked(isByUser);
    check.submit();
  };
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') ask(false);
  });
  useEffect(() => {
    const onReturn = () => look();
    const end = onElsewhere('signed-in', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      end();
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  }, []);
  return (
    <Modal title={t('session.ended')}>
      <p>{t('session.endedText')}</p>
      {isAsked && check.isSuccess && check.data === null ? (
        <p role="alert">{t('session.still')}</p>
      ) : null}
      {check.error === null ? null : <p role="alert">{check.error.message}</p>}
      <div className="modal-actions">
        <Button as="a" href={`${pagePath}/sign-in`} target="_blank" rel="noreferrer">
          {t('session.signInElsewhere')}
        </Button>
        <Button appearance="primary" onClick={() => ask(true)}>
          {words('continue')}
        </Button>
      </div>
    </Modal>
  );
}
