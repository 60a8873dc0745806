// Asks before the user leaves a page with unsaved changes.
import { Button } from '@fluentui/react-button';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Modal } from './modal.tsx';

/** The state of a navigation without this question: the input is saved or discarded. */
export const leaving = { leaving: true } as const;

export function Unsaved({ changed }: { changed: boolean }) {
  const t = useMessages(common);
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
    <Modal title={t('discardTitle')} close={() => blocker.reset()}>
      <p>{t('discardText')}</p>
      <div className="modal-actions">
        <Button appearance="primary" onClick={() => blocker.reset()}>
          {t('keepEditing')}
        </Button>
        <Button onClick={() => blocker.proceed()}>{t('discard')}</Button>
      </div>
    </Modal>
  );
}
