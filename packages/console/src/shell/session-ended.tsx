// The session ended while somebody worked: the page stays as it is, with what was typed, until they are
// signed in again, here or in another tab.
import { Button } from '@fluentui/react-components';
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
        Your session has ended. What you typed is still here: sign in in another tab, then come back
        and go on.
      </p>
      {check.isSuccess && check.data === null ? (
        <p role="alert">You are not signed in yet.</p>
      ) : null}
      {check.error === null ? null : <p role="alert">{check.error.message}</p>}
      <div className="modal-actions">
        <Button as="a" href={`${pagePath}/sign-in`} target="_blank" rel="noreferrer">
          Sign in in another tab
        </Button>
        <Button appearance="primary" onClick={() => check.submit()}>
          Go on
        </Button>
      </div>
    </Modal>
  );
}
