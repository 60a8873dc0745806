// The live preview of naming patterns: the value of each placeholder, or the place where the name fails, as the service
// reports it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { isRefusal, orRefusal } from '../../api/refusal.ts';
import type { NamingPreviewResponse } from '../../api/types.ts';
import { faultText } from '../../components/fault-text.ts';
import { TextField } from '../../components/text-field.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import type { namingOf } from './template-draft.ts';
import { templates as texts } from '../../messages/templates.ts';
import { messagesOf, useMessages } from '../../messages/use-messages.ts';

const restMs = 120;

type Marks = NamingPreviewResponse['displayName']['name']['faults'];

interface Patterns extends ReturnType<typeof namingOf> {
  readonly organisationId: string;
  readonly identifier: string;
  readonly mailNicknamePattern: string;
  readonly displayNamePattern: string;
}

type Preview = ReturnType<typeof useNamingPreview>;

/** The service's verdict on these patterns, and on the names to check. */
export function useNamingPreview(patterns: Patterns) {
  const [mailNickName, setMailNickName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const input = { ...patterns, mailNickName, displayName, values };
  const rested = useDebounced(JSON.stringify(input), restMs);
  const query = useQuery({
    queryKey: ['preview', rested],
    queryFn: async () => {
      const asked = JSON.parse(rested) as typeof input;
      const answer = await orRefusal(api.post('/templates/preview', { body: asked }));
      return { asked, ...answer };
    },
    // The last answer remains until the next one arrives.
    placeholderData: (before) => before,
  });
  const { asked, said } = query.data ?? {};
  const faultOf = (pattern: 'mailNicknamePattern' | 'displayNamePattern') => {
    const name = pattern === 'mailNicknamePattern' ? 'mailNickName' : 'displayName';
    if (asked?.[pattern] !== patterns[pattern]) return undefined;
    const fault = said?.[name].pattern.faults[0];
    return fault && faultText(fault);
  };
  return {
    mailNickName,
    setMailNickName,
    displayName,
    setDisplayName,
    values,
    setValue: (name: string, value: string) =>
      setValues((before) => ({ ...before, [name]: value })),
    data: query.data,
    error: query.error ?? query.data?.refusal ?? null,
    patternFaults: {
      mailNickName: faultOf('mailNicknamePattern'),
      displayName: faultOf('displayNamePattern'),
    },
  };
}

/** Names to check against the patterns. */
export function NamingPreview({ preview }: { preview: Preview }) {
  const t = useMessages(texts);
  const { said, asked } = preview.data ?? {};
  return (
    <div className="preview" aria-label={t('previewNames')} role="group">
      <h3>{t('tryIt')}</h3>
      <div className="form-grid">
        <TextField
          label={t('alias')}
          value={preview.mailNickName}
          onChange={preview.setMailNickName}
          mono
        />
        <TextField
          label={t('displayName')}
          value={preview.displayName}
          onChange={preview.setDisplayName}
        />
      </div>
      {preview.error === null ? null : <p role="alert">{messageOf(preview.error)}</p>}
      {said === undefined || asked === undefined ? null : (
        <div className="stack" aria-live="polite">
          <Verdict
            what="alias"
            text={asked.mailNickName}
            said={said.mailNickName}
            onUse={preview.setMailNickName}
          />
          <Verdict
            what="displayName"
            text={asked.displayName}
            said={said.displayName}
            onUse={preview.setDisplayName}
          />
          {said.properties.length === 0 ? null : (
            <div className="taken" role="list" aria-label={t('placeholderValues')}>
              {said.properties.map(({ name, value, filledByService }) => (
                <span key={name} role="listitem">
                  <span className="mono muted">{name}</span>
                  <strong>{value ?? (filledByService ? t('byService') : '…')}</strong>
                </span>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function messageOf(error: Error): string {
  return isRefusal(error) ? messagesOf(texts)('noPreview') : error.message;
}

function Verdict({
  what,
  text,
  said,
  onUse,
}: {
  what: 'alias' | 'displayName';
  text: string;
  said: NamingPreviewResponse['displayName'];
  onUse: (text: string) => void;
}) {
  const t = useMessages(texts);
  const { conforms, faults, example } = said.name;
  if (text === '') return null;
  return (
    <div>
      <span className={`status ${conforms ? 'good' : 'bad'}`}>
        <span aria-hidden="true">{conforms ? '✓' : '✕'}</span>
        {t(conforms ? `${what}Valid` : `${what}NotValid`)}
      </span>{' '}
      <Marked text={text} marks={faults} />
      {faults.map((fault) => (
        <p key={fault.detail} className="muted small">
          {faultText(fault)}
        </p>
      ))}
      {example === null ? null : (
        <button type="button" className="link" onClick={() => onUse(example)}>
          {t('use', { name: example })}
        </button>
      )}
    </div>
  );
}

/** The name with the part that does not match underlined. */
function Marked({ text, marks }: { text: string; marks: Marks }) {
  const from = Math.min(text.length, ...marks.map(({ index }) => index));
  if (marks.length === 0) return <span className="pattern">{text}</span>;
  return (
    <span className="pattern">
      {text.slice(0, from)}
      <mark className="marked">{text.slice(from) || ' '}</mark>
    </span>
  );
}
