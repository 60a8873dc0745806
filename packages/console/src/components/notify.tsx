// Toasts: a finished change, with a link to its result or a button that undoes it. A toast stays while the pointer or
// the focus is on it or the window is in the background, and screen readers announce it. Ctrl+M goes to the newest one.
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
import { useNavigate } from 'react-router';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

const toasterId = 'notifications';
const shownMs = 7_000;
/** With a link or a button: it takes time to read it and to reach it by keyboard. */
const offeredMs = 15_000;

export interface Notice {
  readonly text?: string;
  readonly intent?: 'success' | 'error';
  readonly link?: { readonly to: string; readonly label: string } | undefined;
  /** Restores the state before the change, unless someone has changed it since. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** In the application, once. */
export function Notices() {
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

/** @returns shows that a change has finished, such as “Organization Energy added.” */
export function useNotify(): (title: string, notice?: Notice) => void {
  const { dispatchToast } = useToastController(toasterId);
  const navigate = useNavigate();
  const t = useMessages(common);
  const notify = (title: string, { text, intent = 'success', link: to, undo }: Notice = {}) => {
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
                <Button size="small" onClick={() => void navigate(link.to)}>
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
  };
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      notify(t('undone'));
    } catch (error) {
      notify(t('notUndone'), { text: (error as Error).message, intent: 'error' });
    }
  };
  return notify;
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
