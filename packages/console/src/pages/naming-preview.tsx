// The live preview of naming patterns: what each placeholder takes of a name, or where the name fails, as the
// service itself says.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../api/client.ts';
import type { NamingPreviewAnswer } from '../api/types.ts';
import { TextField } from '../parts/text-field.tsx';
import { useDebounced } from '../parts/use-debounced.ts';

const restMs = 120;

type Marks = NamingPreviewAnswer['displayName']['name']['faults'];

export function NamingPreview({
  organisationId,
  identifier,
  mailNicknamePattern,
  displayNamePattern,
}: {
  organisationId: string;
  identifier: string;
  mailNicknamePattern: string;
  displayNamePattern: string;
}) {
  const [mailNickName, setMailNickName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const input = {
    organisationId,
    identifier,
    mailNicknamePattern,
    displayNamePattern,
    mailNickName,
    displayName,
  };
  const rested = useDebounced(JSON.stringify(input), restMs);
  const preview = useQuery({
    queryKey: ['preview', rested],
    queryFn: async () => {
      const asked = JSON.parse(rested) as typeof input;
      const said = await send<NamingPreviewAnswer>('POST', 'templates/preview', { body: asked });
      return { asked, said };
    },
    // Until the next answer is here, the last one stands, about what it was asked.
    placeholderData: (before) => before,
    enabled: organisationId !== '',
  });
  const { said, asked } = preview.data ?? {};
  return (
    <div className="preview" aria-label="Try the patterns" role="group">
      <h3>Try it</h3>
      <div className="form-grid">
        <TextField label="An alias" value={mailNickName} onChange={setMailNickName} mono />
        <TextField label="A display name" value={displayName} onChange={setDisplayName} />
      </div>
      {preview.error === null ? null : <p role="alert">{preview.error.message}</p>}
      {said === undefined || asked === undefined ? null : (
        <div className="stack" aria-live="polite">
          <PatternFaults said={said} />
          <Verdict
            what="Alias"
            text={asked.mailNickName}
            said={said.mailNickName}
            onUse={setMailNickName}
          />
          <Verdict
            what="Display name"
            text={asked.displayName}
            said={said.displayName}
            onUse={setDisplayName}
          />
          {said.properties.length === 0 ? null : (
            <div className="taken" role="list" aria-label="What the placeholders take">
              {said.properties.map(({ name, value, filledByService }) => (
                <span key={name} role="listitem">
                  <span className="mono muted">{name}</span>
                  <strong>{value ?? (filledByService ? 'by the service' : '…')}</strong>
                </span>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function PatternFaults({ said }: { said: NamingPreviewAnswer }) {
  const faults = [
    ...said.mailNickName.pattern.faults.map((fault) => `Pattern of the alias: ${fault.detail}`),
    ...said.displayName.pattern.faults.map(
      (fault) => `Pattern of the display name: ${fault.detail}`,
    ),
  ];
  return faults.length === 0 ? null : (
    <ul className="plain">
      {faults.map((fault) => (
        <li key={fault} className="status bad preview-fault">
          {fault}
        </li>
      ))}
    </ul>
  );
}

function Verdict({
  what,
  text,
  said,
  onUse,
}: {
  what: string;
  text: string;
  said: NamingPreviewAnswer['displayName'];
  onUse: (text: string) => void;
}) {
  const { conforms, faults, example } = said.name;
  if (text === '') return null;
  return (
    <div>
      <span className={`status ${conforms ? 'good' : 'bad'}`}>
        <span aria-hidden="true">{conforms ? '✓' : '✕'}</span>
        {what} {conforms ? 'conforms' : 'does not conform'}
      </span>{' '}
      <Marked text={text} marks={faults} />
      {faults.map(({ detail }) => (
        <p key={detail} className="muted small">
          {detail}
        </p>
      ))}
      {example === null ? null : (
        <button type="button" className="link" onClick={() => onUse(example)}>
          Use “{example}”
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
