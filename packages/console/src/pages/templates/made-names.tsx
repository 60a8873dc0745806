// The names that a template gives to values of its placeholders: an input for each value, and the names, addresses and
// lengths that follow. Without input, the names are those of samples.
import type { ReactNode } from 'react';
import type { NamingPreviewResponse } from '../../api/types.ts';
import { Facts } from '../../components/facts.tsx';
import { faultText } from '../../components/fault-text.ts';
import { TextField } from '../../components/text-field.tsx';
import type { en } from '../../messages/en/templates.ts';
import { templates as texts } from '../../messages/templates.ts';
import { type Messages, useMessages } from '../../messages/use-messages.ts';

type Made = NonNullable<NamingPreviewResponse['made']>;
type Name = NonNullable<Made['displayName']>;

export function MadeNames({
  made,
  values,
  onChange,
}: {
  /** Null: there is no preview. */
  made: Made | null;
  /** The values are as the user typed them. */
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}) {
  const t = useMessages(texts);
  if (made === null || (made.mailNickName === null && made.displayName === null && isFree(made))) {
    return null;
  }
  const faultOf = (name: string) => {
    const found = made.faults.find(({ pointer }) => pointer === `/properties/${name}`);
    return found && faultText(found);
  };
  const elsewhere = made.faults.filter(
    ({ pointer }) => !Object.keys(made.values).some((name) => pointer === `/properties/${name}`),
  );
  return (
    <div className="stack" role="group" aria-label={t('made.title')}>
      <h3>{t('made.title')}</h3>
      <div className="form-grid">
        {Object.entries(made.values).map(([name, value]) => (
          <TextField
            key={name}
            label={name}
            value={values[name] ?? ''}
            placeholder={value}
            onChange={(text) => onChange(name, text)}
            fault={faultOf(name)}
          />
        ))}
      </div>
      {elsewhere.length === 0 ? null : <p role="alert">{elsewhere.map(faultText).join(' ')}</p>}
      <div aria-live="polite">
        <Facts facts={[...namesOf(made, t), ...addressesOf(made, t)]} />
      </div>
    </div>
  );
}

/** Whether no value is asked for: nothing can be tried. */
function isFree({ values }: Made): boolean {
  return Object.keys(values).length === 0;
}

type T = Messages<typeof en>;

function namesOf(made: Made, t: T): readonly (readonly [string, ReactNode])[] {
  const of = (label: string, name: Name | null, isMono: boolean) =>
    name === null
      ? []
      : [
          [
            label,
            <span key={label}>
              <strong className={isMono ? 'mono' : ''}>{name.text}</strong>{' '}
              <span className="muted small">
                {t('made.left', { count: name.maximum - name.length })}
              </span>
            </span>,
          ] as const,
        ];
  return [
    ...of(t('displayName'), made.displayName, false),
    ...of(t('alias'), made.mailNickName, true),
  ];
}

/** The directory adds the domain, and decides the final address of the site. */
function addressesOf(made: Made, t: T): readonly (readonly [string, ReactNode])[] {
  if (made.mailNickName === null) return [];
  const { text } = made.mailNickName;
  return [
    [t('made.mail'), <span key="mail" className="mono">{`${text}@…`}</span>],
    [t('made.site'), <span key="site" className="mono">{`…/sites/${text}`}</span>],
  ];
}
