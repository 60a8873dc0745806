// The simulated delays of the sandbox.
import { Button } from '@fluentui/react-button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { DirectoryState } from '../api/types.ts';
import { FormFrame } from '../components/form-frame.tsx';
import { Card } from '../components/layout.tsx';
import { SaveProblem } from '../components/save-problem.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { numberOf } from './number-of.ts';
import { useMay } from '../api/session.ts';
import { common } from '../messages/common.ts';
import { sandbox as texts } from '../messages/sandbox.ts';
import { useMessages } from '../messages/use-messages.ts';

type Sandbox = NonNullable<DirectoryState['sandbox']>;

export function SandboxSettings({
  state,
  sandbox,
  reload,
}: {
  state: DirectoryState;
  sandbox: Sandbox;
  reload: () => Promise<DirectoryState | undefined>;
}) {
  const t = useMessages(texts);
  // As first loaded: later loads must not change the user's input.
  const [seen, setSeen] = useState({ etag: state.etag, sandbox });
  const take = (stored: DirectoryState | undefined) => {
    if (stored?.sandbox == null) return;
    setSeen({ etag: stored.etag, sandbox: stored.sandbox });
  };
  const [loads, setLoads] = useState(0);
  return (
    <Card title={t('delays.title')} note={t('delays.note')}>
      <Settings
        key={loads}
        seen={seen}
        take={take}
        reload={() =>
          void reload().then((stored) => {
            take(stored);
            setLoads((before) => before + 1);
          })
        }
      />
    </Card>
  );
}

function Settings({
  seen,
  take,
  reload,
}: {
  seen: { readonly etag: string; readonly sandbox: Sandbox };
  take: (stored: DirectoryState) => void;
  reload: () => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const mayChange = useMay('settings:manage');
  const client = useQueryClient();
  const form = useForm({
    initial: {
      replicationDelayMs: String(seen.sandbox.replicationDelayMs),
      teamCreationMs: String(seen.sandbox.teamCreationMs),
    },
    send: ({ replicationDelayMs, teamCreationMs }) =>
      api.put('/directory/sandbox', {
        body: {
          replicationDelayMs: numberOf(replicationDelayMs),
          teamCreationMs: numberOf(teamCreationMs),
        },
        etag: seen.etag,
      }),
    done(stored) {
      client.setQueryData(['directory'], stored);
      take(stored);
    },
  });
  return (
    <FormFrame problem={form.problem} onSubmit={form.onSubmit}>
      <div className="form-grid">
        <TextField
          label={t('delays.replicationDelay')}
          type="number"
          {...form.field('replicationDelayMs')}
        />
        <TextField
          label={t('delays.teamCreation')}
          type="number"
          {...form.field('teamCreationMs')}
        />
      </div>
      <SaveProblem problem={form.problem} reload={reload} />
      {mayChange ? (
        <div className="row">
          <Button type="submit" disabledFocusable={form.pending}>
            {c('save')}
          </Button>
          <span className="muted" role="status">
            {form.saved ? c('saved') : ''}
          </span>
        </div>
      ) : null}
    </FormFrame>
  );
}
