// Shown when the session ends during work. The page and its input stay until the user is signed in again, here or in
// another tab.
import { Button } from '@fluentui/react-button';
import { pagePath } from '../api/location.ts';
import { Modal } from '../components/modal.tsx';
import { useSending } from '../components/use-sending.ts';
import { readSession, useSetSession } from '../api/session.ts';

export function SessionEnded({ onSignedIn }: { onSignedIn: () => void }) {
  const setSession = useSetSession();
  const check = useSending({
    send: readSession,
    onSuccess(session) {
      if (session === null) return;
      setSession(session);
      onSignedIn();
    },
  });
  return (
    <Modal title="You are signed out">
      <p>
        Your session has ended. Your input is still here. Sign in in another tab, then return to
        this one.
      </p>
      {check.isSuccess && check.data === null ? <p role="alert">Still signed out.</p> : null}
      {check.error === null ? null : <p role="alert">{check.error.message}</p>}
      <div className="modal-actions">
        <Button as="a" href={`${pagePath}/sign-in`} target="_blank" rel="noreferrer">
          Sign in in another tab
        </Button>
        <Button appearance="primary" onClick={() => check.submit()}>
          Continue
        </Button>
      </div>
    </Modal>
  );
}
