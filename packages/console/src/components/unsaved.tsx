// Asks before the user leaves a page with unsaved changes.
import { Button } from '@fluentui/react-button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type To, useBlocker, useNavigate } from 'react-router';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Modal } from './modal.tsx';

/** The state of a navigation without this question: the input is saved or discarded. */
export const leaving = { leaving: true } as const;

/** Leads on from a page whose input is saved. One who left it before the answer came stays at the present page. */
export function useLeave(): (to: To, options?: { readonly replace?: boolean }) => Promise<void> {
  const navigate = useNavigate();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return async (to, options) => {
    if (isShown.current) await navigate(to, { ...options, state: leaving });
  };
}

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
  return blocker.state === 'blocked' ? (
    <Discard keep={() => blocker.reset()} discard={() => blocker.proceed()} />
  ) : null;
}

/** A dialog uses it. It asks before it closes with unsaved changes, and before the user leaves its page. */
export function useUnsaved(
  changed: boolean,
  close: () => void,
): { readonly leave: () => void; readonly question: ReactNode } {
  const [isAsking, setIsAsking] = useState(false);
  return {
    leave: () => (changed ? setIsAsking(true) : close()),
    question: (
      <>
        {changed ? <Unsaved changed /> : null}
        {isAsking ? <Discard keep={() => setIsAsking(false)} discard={close} /> : null}
      </>
    ),
  };
}

function Discard({ keep, discard }: { keep: () => void; discard: () => void }) {
  const t = useMessages(common);
  return (
    <Modal title={t('discardTitle')} close={keep}>
      <p>{t('discardText')}</p>
      <div className="modal-actions">
        <Button appearance="primary" onClick={keep}>
          {t('keepEditing')}
        </Button>
        <Button onClick={discard}>{t('discard')}</Button>
      </div>
    </Modal>
  );
}
