// How late the sandbox answers, as a real suite does.
import { Button } from '@fluentui/react-components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../api/client.ts';
import type { DirectoryState } from '../api/types.ts';
import { formProblem } from '../parts/form-problem.tsx';
import { Card } from '../parts/layout.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useMayChange } from '../session.ts';
import { SaveProblem } from './directory-report.tsx';

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
  const mayChange = useMayChange();
  const client = useQueryClient();
  // As first seen: what is loaded later must not change what somebody types.
  const [etag, setEtag] = useState(state.etag);
  const [lag, setLag] = useState(String(sandbox.replicationDelayMs));
  const [team, setTeam] = useState(String(sandbox.teamCreationMs));
  const take = (stored: DirectoryState | undefined) => {
    if (stored?.sandbox == null) return;
    setEtag(stored.etag);
    setLag(String(stored.sandbox.replicationDelayMs));
    setTeam(String(stored.sandbox.teamCreationMs));
  };
  const mutation = useMutation({
    mutationFn: () =>
      send<DirectoryState>('PUT', 'directory/sandbox', {
        body: { replicationDelayMs: numberOf(lag), teamCreationMs: numberOf(team) },
        etag,
      }),
    onSuccess(stored) {
      client.setQueryData(['directory'], stored);
      take(stored);
    },
  });
  const problem = formProblem(mutation.error, ['/replicationDelayMs', '/teamCreationMs']);
  return (
    <Card
      title="How the sandbox behaves"
      note="Real suites answer late. Rehearse it here, in milliseconds; 0 turns it off."
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate();
        }}
      >
        <div className="form-grid">
          <TextField
            label="New groups stay invisible for"
            type="number"
            value={lag}
            onChange={setLag}
            fault={problem.field('/replicationDelayMs')}
          />
          <TextField
            label="Making a team takes"
            type="number"
            value={team}
            onChange={setTeam}
            fault={problem.field('/teamCreationMs')}
          />
        </div>
        <SaveProblem
          problem={problem}
          reload={() =>
            void reload().then((stored) => {
              mutation.reset();
              take(stored);
            })
          }
        />
        {mayChange ? (
          <div className="row">
            <Button type="submit" disabled={mutation.isPending}>
              Save
            </Button>
            <span className="muted" role="status">
              {mutation.isSuccess ? 'Saved.' : ''}
            </span>
          </div>
        ) : null}
      </form>
    </Card>
  );
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? null : value;
}
