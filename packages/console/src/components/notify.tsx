// Toasts: a finished change, with a link to its result or a button that undoes it. A toast stays while the pointer or
// the focus is on it or the window is in the background, and screen readers announce it.
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

interface Notice {
  readonly text?: string;
  readonly intent?: 'success' | 'error';
  readonly link?: { readonly to: string; readonly label: string };
  readonly undo?: () => unknown;
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
    />
  );
}

/** @returns shows that a change has finished, such as “Organization Energy added.” */
export function useNotify(): (title: string, notice?: Notice) => void {
  const { dispatchToast } = useToastController(toasterId);
  const navigate = useNavigate();
  const t = useMessages(common);
  return (title, { text, intent = 'success', link, undo } = {}) =>
    dispatchToast(
      <Toast>
        <ToastTitle>{title}</ToastTitle>
        {text === undefined ? null : <ToastBody>{text}</ToastBody>}
        {link === undefined && undo === undefined ? null : (
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
                <Button size="small" onClick={() => void undo()}>
                  {t('undo')}
                </Button>
              </ToastTrigger>
            )}
          </ToastFooter>
        )}
      </Toast>,
      { intent },
    );
}
