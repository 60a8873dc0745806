// The toasts, loaded when the first one is shown. A toast stays while the pointer or the focus is on it or the window is in
// the background, and screen readers announce it. Ctrl+M goes to the newest one.
import { Button } from '@fluentui/react-button';
import {
  Toast,
  ToastBody,
  Toaster,
  ToastFooter,
  ToastTitle,
  ToastTrigger,
  useToastController,
} from '@fluentui/react-toast';
import { useEffect, useEffectEvent } from 'react';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { notify, type Notice, onNotice } from './notify.ts';

const toasterId = 'notifications';
const shownMs = 7_000;
/** A toast with a link or a button takes time to read, and to reach by keyboard. */
const offeredMs = 15_000;

export function Toasts({ onLink }: { onLink: (to: string) => void }) {
  const { dispatchToast } = useToastController(toasterId);
  const t = useMessages(common);
  const show = useEffectEvent((notice: Notice) => {
    const { title, text, intent = 'success', link: to, undo } = notice;
    const link = to !== undefined && isHere(to.to) ? undefined : to;
    const hasOffer = link !== undefined || undo !== undefined;
    dispatchToast(
      <Toast>
        <ToastTitle>{title}</ToastTitle>
        {text === undefined ? null : <ToastBody>{text}</ToastBody>}
        {hasOffer ? (
          <ToastFooter>
            {link === undefined ? null : (
              <ToastTrigger>
                <Button size="small" onClick={() => onLink(link.to)}>
                  {link.label}
                </Button>
              </ToastTrigger>
            )}
            {undo === undefined ? null : (
              <ToastTrigger>
                <Button size="small" onClick={once(() => takeBack(undo))}>
                  {t('undo')}
                </Button>
              </ToastTrigger>
            )}
          </ToastFooter>
        ) : null}
      </Toast>,
      { intent, timeout: hasOffer ? offeredMs : shownMs },
    );
  });
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      notify(t('undone'));
    } catch (error) {
      notify(t('notUndone'), { text: (error as Error).message, intent: 'error' });
    }
  };
  useEffect(() => onNotice(show), []);
  return (
    <Toaster
      toasterId={toasterId}
      position="bottom-end"
      limit={4}
      timeout={shownMs}
      pauseOnHover
      pauseOnWindowBlur
      shortcuts={{ focus: ({ ctrlKey, key }) => ctrlKey && key.toLowerCase() === 'm' }}
    />
  );
}

/** A link to the page that is shown leads nowhere. */
function isHere(to: string): boolean {
  const { pathname, search } = window.location;
  return (to.includes('?') ? pathname + search : pathname).endsWith(to);
}

/** The button stays for a moment after it was pressed. */
function once(act: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) void act();
    isDone = true;
  };
}
