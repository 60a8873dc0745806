// The rate limits of a connection to Microsoft 365, each beside the one that Microsoft publishes.
import type { DirectoryState } from '../api/types.ts';
import { TextField } from '../components/text-field.tsx';
import type { ConnectionDraft } from './directory-draft.ts';

const limitLabels: Readonly<Record<string, string>> = {
  teamCreate: 'Create team',
  teamPut: 'Create team from group',
  teamRead: 'Get team',
  channelCreate: 'Create channel',
  teamMembersRead: 'List team members',
  otherTeamsReads: 'Other Teams reads',
  otherTeamsWrites: 'Other Teams writes',
  onOneTeam: 'Calls per team',
  channelCreateOnOneTeam: 'Channels created per team',
  otherReadsOnOneTeam: 'Other reads per team',
  otherWritesOnOneTeam: 'Other writes per team',
  directoryWrites: 'Directory writes',
  resourceUnits: 'Resource units',
};

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
  const isFaulty = field('/limits') !== undefined;
  return (
    <details className="more" open={isFaulty || Object.keys(draft.limits).length > 0}>
      <summary>Rate limits</summary>
      <div className="stack">
        <p className="muted small">
          By default, calls stay just below the limits that Microsoft publishes. A number here
          replaces Microsoft's limit.
        </p>
        <div className="form-grid">
          {published.map(({ name, calls, perMs }) => (
            <TextField
              key={name}
              label={limitLabels[name] ?? name}
              type="number"
              value={draft.limits[name] ?? ''}
              placeholder={String(calls)}
              hint={`Per ${perMs === 1000 ? 'second' : `${perMs / 1000} seconds`} (Microsoft limit: ${calls.toLocaleString('en')})`}
              onChange={(value) => set({ limits: { ...draft.limits, [name]: value } })}
              fault={field(`/limits/${name}`)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
