import { Button } from '@fluentui/react-button';
import { CheckmarkRegular, CopyRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';

const signs = { no: <CopyRegular />, yes: <CheckmarkRegular />, failed: <DismissRegular /> };
const said = { yes: 'copied', failed: 'copyFailed' } as const;

/** Copies a text and shows the result: browsers refuse to copy on a page without TLS. */
export function CopyButton({
  text,
  label,
  appearance = 'subtle',
  children,
}: {
  text: string;
  label: string;
  appearance?: 'subtle' | 'primary' | 'secondary';
  children?: string;
}) {
  const t = useMessages(common);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('yes');
    } catch {
      setCopied('failed');
    }
    setTimeout(() => setCopied('no'), 3000);
  };
  const result = copied === 'no' ? undefined : t(said[copied]);
  return (
    <>
      <Button
        appearance={appearance}
        size={children === undefined ? 'small' : 'medium'}
        className="copy"
        icon={signs[copied]}
        aria-label={children === undefined ? label : undefined}
        title={result ?? label}
        onClick={() => void copy()}
      >
        {children === undefined ? undefined : (result ?? children)}
      </Button>
      <span className="sr-only" role="status">
        {result ?? ''}
      </span>
    </>
  );
}
