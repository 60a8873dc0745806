// The group as the directory last showed it: what differs from its record, and who of its people cannot act.
import type { GroupDetail } from '../api/types.ts';
import { Card } from '../components/layout.tsx';
import { Moment } from '../components/time.tsx';
import { Differences, Findings } from './group-differences.tsx';

export function GroupObserved({ group }: { group: GroupDetail }) {
  const { observed, drift, findings, people, state } = group;
  if (state !== 'active' && state !== 'archived') return null;
  if (observed === null) return null;
  const isCompared = drift !== null && findings !== null;
  const differs = isCompared && drift.length > 0;
  return (
    <Card
      title="In the directory"
      note={
        <>
          {isCompared
            ? differs || findings.length > 0
              ? 'Differs from the record or needs attention.'
              : 'As recorded.'
            : 'Not compared since the last change.'}{' '}
          Seen <Moment iso={observed.seenAt} />.
        </>
      }
      className="flush"
    >
      {isCompared && findings.length > 0 ? (
        <div className="card-part">
          <Findings
            findings={findings}
            observed={observed}
            responsible={people.responsible}
            deputy={people.deputy}
          />
        </div>
      ) : null}
      {differs ? <Differences drift={drift} observed={observed} /> : null}
      <p className="card-part muted small">{countsOf(observed)}</p>
    </Card>
  );
}

function countsOf({
  ownerIds,
  memberCount,
  guestCount,
}: NonNullable<GroupDetail['observed']>): string {
  const counts = [
    counted(ownerIds.length, 'owner'),
    ...(memberCount === null ? [] : [counted(memberCount, 'member')]),
    ...(guestCount === null ? [] : [counted(guestCount, 'guest')]),
  ];
  return `${counts.join(', ')}. Members include owners and guests.`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
