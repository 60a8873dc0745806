import { Button } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';

export function CopyButton({
  text,
  label,
  appearance = 'subtle',
  children,
}: {
  text: string;
  label: string;
  appearance?: 'subtle' | 'primary';
  children?: string;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button
      appearance={appearance}
      size={children === undefined ? 'small' : 'medium'}
      icon={copied ? <CheckmarkRegular /> : <CopyRegular />}
      aria-label={children === undefined ? label : undefined}
      onClick={() => void copy().catch(() => undefined)}
    >
      {children === undefined ? undefined : copied ? 'Copied' : children}
    </Button>
  );
}
