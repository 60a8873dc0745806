// Asks before a page is left on which something was changed and not saved.
import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Modal } from './modal.tsx';

/** The state of a navigation that nothing holds up: what was typed is saved, or is not wanted any more. */
export const leaving = { leaving: true } as const;

export function Unsaved({ changed }: { changed: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      currentLocation.pathname !== nextLocation.pathname &&
      (nextLocation.state as typeof leaving | null)?.leaving !== true,
  );
  useEffect(() => {
    if (!changed) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal title="Leave without saving?" close={() => blocker.reset()}>
      <p>What you changed on this page is not saved yet.</p>
      <div className="modal-actions">
        <Button appearance="primary" onClick={() => blocker.reset()}>
          Stay here
        </Button>
        <Button onClick={() => blocker.proceed()}>Leave without saving</Button>
      </div>
    </Modal>
  );
}
