// Shows a secret once, large and copyable. It is gone when the dialog is closed.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarBody, MessageBarTitle } from './message-bar.tsx';
import type { ReactNode } from 'react';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { CopyButton } from './copy.tsx';
import { Modal } from './modal.tsx';

export function SecretDialog({
  title,
  secret,
  copyLabel,
  warning,
  isPublic = false,
  close,
  children,
}: {
  title: string;
  secret: string;
  copyLabel: string;
  warning: readonly [title: string, text: string];
  /** A public value, which is visible elsewhere too. */
  isPublic?: boolean;
  close: () => void;
  children?: ReactNode;
}) {
  const t = useMessages(common);
  return (
    <Modal title={title} close={isPublic ? close : undefined}>
      <MessageBar intent={isPublic ? 'info' : 'warning'}>
        <MessageBarBody>
          <MessageBarTitle>{warning[0]}</MessageBarTitle> {warning[1]}
        </MessageBarBody>
      </MessageBar>
      <div className="secret">
        <code data-testid="secret">{secret}</code>
        <CopyButton text={secret} label={copyLabel} appearance="primary">
          {t('copy')}
        </CopyButton>
      </div>
      {children}
      <div className="modal-actions">
        <Button appearance={isPublic ? 'primary' : 'secondary'} onClick={close}>
          {t(isPublic ? 'close' : 'done')}
        </Button>
      </div>
    </Modal>
  );
}
