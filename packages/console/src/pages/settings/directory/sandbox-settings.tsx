// The simulated delays of the sandbox.
import { Button } from '@fluentui/react-button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { keepAnswer } from '../../../api/keep-answer.ts';
import type { DirectoryState } from '../../../api/types.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormFrame } from '../../../components/form-frame.tsx';
import { Card } from '../../../components/layout.tsx';
import { SaveProblem } from '../../../components/save-problem.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { numberOf } from '../../number-of.ts';
import { useMay } from '../../../api/session.ts';
import { common } from '../../../messages/common.ts';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useMessages } from '../../../messages/use-messages.ts';

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
  const renew = () => setLoads((before) => before + 1);
  return (
    <Card title={t('delays.title')} note={t('delays.note')}>
      <Settings
        key={loads}
        seen={seen}
        take={take}
        renew={renew}
        reload={() =>
          void reload().then((stored) => {
            take(stored);
            if (stored !== undefined) renew();
          })
        }
      />
    </Card>
  );
}

function Settings({
  seen,
  take,
  renew,
  reload,
}: {
  seen: { readonly etag: string; readonly sandbox: Sandbox };
  take: (stored: DirectoryState) => void;
  /** Begins with the stored values. */
  renew: () => void;
  reload: () => void;
}) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const mayChange = useMay('settings:manage');
  const client = useQueryClient();
  const taken = (stored: DirectoryState) => {
    void keepAnswer(client, ['directory'], stored);
    take(stored);
  };
  const form = useForm({
    initial: {
      replicationDelayMs: String(seen.sandbox.replicationDelayMs),
      teamCreationMs: String(seen.sandbox.teamCreationMs),
    },
    check: (values) => checkOf('put', '/directory/sandbox', bodyOf(values)),
    send: (values) => api.put('/directory/sandbox', { body: bodyOf(values), etag: seen.etag }),
    done: taken,
    finished: ({ etag }) => ({
      title: t('delays.saved'),
      undo: async () => {
        const { replicationDelayMs, teamCreationMs } = seen.sandbox;
        const body = { replicationDelayMs, teamCreationMs };
        taken(await api.put('/directory/sandbox', { body, etag }));
        renew();
      },
    }),
  });
  return (
    <FormFrame problem={form.problem} onSubmit={form.onSubmit} onLeave={form.onLeave}>
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
        </div>
      ) : null}
    </FormFrame>
  );
}

function bodyOf(values: Readonly<Record<'replicationDelayMs' | 'teamCreationMs', string>>) {
  return {
    replicationDelayMs: numberOf(values.replicationDelayMs),
    teamCreationMs: numberOf(values.teamCreationMs),
  };
}
