// The settings that a version of a template changed, in words.
import type { ReactNode } from 'react';
import type { TemplateVersion } from '../../api/types.ts';
import { common } from '../../messages/common.ts';
import { templateHistory as texts } from '../../messages/template-history.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { describeChange, listed, type SettingChange } from './setting-words.ts';

const shownChanges = 6;

export function VersionChanges({ version }: { version: TemplateVersion }) {
  const t = useMessages(texts);
  const { action, changes } = version;
  if (action === 'created') return t('created');
  if (changes.length === 0) return <span className="muted">{t('noChanges')}</span>;
  const more = changes.slice(shownChanges);
  return (
    <div className="wrap">
      <Changes changes={changes.slice(0, shownChanges)} />
      {more.length === 0 ? null : (
        <details>
          <summary>{t('more', { count: more.length })}</summary>
          <Changes changes={more} />
        </details>
      )}
    </div>
  );
}

function Changes({ changes }: { changes: readonly SettingChange[] }) {
  return (
    <ul className="plain stack tight">
      {changes.map((change) => (
        <li key={change.pointer}>
          <ChangedSetting change={change} />
        </li>
      ))}
    </ul>
  );
}

function ChangedSetting({ change }: { change: SettingChange }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const format = useFormat();
  const { label, before, after, items } = describeChange(change, format);
  const b = (text: ReactNode) => <b>{text}</b>;
  if (items !== undefined) {
    const { added, removed } = items;
    return (
      <>
        {added.length === 0 ? null : (
          <div>{t.rich('itemsAdded', { label, items: listed(added, format), b })}</div>
        )}
        {removed.length === 0 ? null : (
          <div>{t.rich('itemsRemoved', { label, items: listed(removed, format), b })}</div>
        )}
      </>
    );
  }
  if (before === undefined) return t.rich('set', { label, after: after ?? c('none'), b });
  if (after === undefined) return t.rich('cleared', { label, before, b });
  return t.rich('changed', { label, before, after, b });
}
