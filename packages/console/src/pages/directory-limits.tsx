// The rate limits of a connection to Microsoft 365, each beside the one that Microsoft publishes.
import type { DirectoryState } from '../api/types.ts';
import { TextField } from '../components/text-field.tsx';
import type { ConnectionDraft } from './directory-draft.ts';

const limitLabels: Readonly<Record<string, string>> = {
  teamCreate: 'Teams asked for',
  teamPut: 'Teams made of a group',
  teamRead: 'Reads of a team',
  channelCreate: 'Channels created',
  teamMembersRead: 'Reads of a team’s members',
  otherTeamsReads: 'Other reads of Teams',
  otherTeamsWrites: 'Other changes of Teams',
  onOneTeam: 'Calls on one team',
  channelCreateOnOneTeam: 'Channels created on one team',
  otherReadsOnOneTeam: 'Other reads on one team',
  otherWritesOnOneTeam: 'Other changes on one team',
  directoryWrites: 'Changes of the directory',
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
          Calls stay just below the limits that Microsoft publishes. A number here takes the place
          of Microsoft’s; empty fields leave it.
        </p>
        <div className="form-grid">
          {published.map(({ name, calls, perMs }) => (
            <TextField
              key={name}
              label={limitLabels[name] ?? name}
              type="number"
              value={draft.limits[name] ?? ''}
              placeholder={String(calls)}
              hint={`In ${perMs === 1000 ? 'a second' : `${perMs / 1000} seconds`}; Microsoft’s: ${calls.toLocaleString('en')}.`}
              onChange={(value) => set({ limits: { ...draft.limits, [name]: value } })}
              fault={field(`/limits/${name}`)}
            />
          ))}
        </div>
      </div>
    </details>
  );
}
