// Something that is shown this once: it stands large, can be copied, and is nowhere when the dialog is closed.
import { Button, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { ReactNode } from 'react';
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
  /** Not secret after all: nothing is lost with the dialog. */
  isPublic?: boolean;
  close: () => void;
  children?: ReactNode;
}) {
  return (
    <Modal title={title} close={isPublic ? close : undefined}>
      <MessageBar intent={isPublic ? 'info' : 'warning'} layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>{warning[0]}</MessageBarTitle> {warning[1]}
        </MessageBarBody>
      </MessageBar>
      <div className="secret">
        <code data-testid="secret">{secret}</code>
        <CopyButton text={secret} label={copyLabel} appearance="primary">
          Copy
        </CopyButton>
      </div>
      {children}
      <div className="modal-actions">
        <Button appearance={isPublic ? 'primary' : 'secondary'} onClick={close}>
          {isPublic ? 'Close' : 'I have stored it'}
        </Button>
      </div>
    </Modal>
  );
}
