// Code in several languages to be copied, one at a time.
import { useState } from 'react';
import { CopyButton } from './copy.tsx';
import { Tabs } from './tabs.tsx';

export function Snippets<Name extends string>({
  label,
  copyLabel,
  snippets,
  first,
}: {
  label: string;
  copyLabel: string;
  /** The keys are the names of their tabs. */
  snippets: Readonly<Record<Name, string>>;
  first: NoInfer<Name>;
}) {
  const [name, choose] = useState(first);
  const text = snippets[name];
  return (
    <>
      <Tabs
        label={label}
        tabs={(Object.keys(snippets) as Name[]).map((one) => [one, one] as const)}
        chosen={name}
        choose={choose}
      />
      <pre className="secret mono details" tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <span>
        <CopyButton text={text} label={copyLabel} appearance="secondary">
          {copyLabel}
        </CopyButton>
      </span>
    </>
  );
}
