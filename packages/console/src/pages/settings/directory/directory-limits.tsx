// The rate limits of a connection to Microsoft 365, each beside the one that Microsoft publishes.
import type { DirectoryState } from '../../../api/types.ts';
import { TextField } from '../../../components/text-field.tsx';
import { directory as texts } from '../../../messages/directory.ts';
import { labelOf, useMessages } from '../../../messages/use-messages.ts';
import type { ConnectionDraft } from './directory-draft.ts';

export function ConnectionLimits({
  draft,
  published,
  set,
  field,
}: {
  readonly draft: ConnectionDraft;
  readonly published: DirectoryState['publishedLimits'];
  readonly set: (change: Partial<ConnectionDraft>) => void;
  readonly field: (pointer: string) => string | undefined;
}) {
  const t = useMessages(texts);
  const isFaulty = field('/limits') !== undefined;
  return (
    <details className="more" open={isFaulty || Object.keys(draft.limits).length > 0}>
      <summary>{t('rateLimits')}</summary>
      <div className="stack">
        <p className="muted small">{t('rateLimitsNote')}</p>
        <div className="form-grid">
          {published.map(({ name, calls, perMs }) => (
            <TextField
              key={name}
              label={labelOf(t, `limits.${name}`, name)}
              type="number"
              value={draft.limits[name] ?? ''}
              placeholder={String(calls)}
              hint={t('limitHint', { seconds: perMs / 1000, calls })}
              onChange={(value) => set({ limits: { ...draft.limits, [name]: value } })}
              fault={field(`/limits/${name}`)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
