// Responsibility: the groups that nobody answers for, the people who answer for most, and the mass departure that waits
// for a release.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { useMayChange } from '../api/session.ts';
import { useInvalidation } from '../api/use-invalidation.ts';
import { Confirm } from '../components/confirm.tsx';
import { Card, Loaded, Page } from '../components/layout.tsx';
import { formatMoment, Moment } from '../components/time.tsx';
import { AnsweredGroups } from './answered-groups.tsx';
import { changes } from '../messages/changes.ts';
import { useMessages } from '../messages/use-messages.ts';

type Overview = Answer<'get', '/responsibility'>;
type MassDeparture = NonNullable<Overview['massDeparture']>;

export function ResponsibilityPage() {
  const responsibility = useQuery({
    queryKey: ['responsibility'],
    queryFn: ({ signal }) => api.get('/responsibility', { signal }),
  });
  return (
    <Page
      title="Responsibility"
      lead="Groups whose responsible person or deputy left or can’t sign in."
    >
      <Loaded query={responsibility} what="responsibility">
        {({ groups, massDeparture, people }) => (
          <>
            {massDeparture === null ? null : <Departure departure={massDeparture} />}
            <AnsweredGroups counts={groups} />
            <Followed people={people} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Departure({ departure }: { departure: MassDeparture }) {
  const { since, departed, answering } = departure;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange();
  const settled = useInvalidation(['responsibility']);
  const told = useMessages(changes);
  const people = `${departed.toLocaleString('en')} of ${answering.toLocaleString('en')} people`;
  return (
    <Card
      title="Mass departure"
      note={`Since ${formatMoment(since)}`}
      actions={mayChange ? <Button onClick={() => setIsOpen(true)}>Release</Button> : undefined}
    >
      <p>
        {people} who answer for groups became unavailable, or got a leave date, within a week.
        Nothing is handed over until you release it.
      </p>
      <p className="muted">
        If the directory is wrong, correct it there instead. The mass departure ends once these
        people are available again.
      </p>
      {isOpen ? (
        <Confirm
          title="Release the mass departure?"
          finished={told('departureReleased')}
          action="Release"
          close={() => setIsOpen(false)}
          work={() => api.post('/responsibility/mass-departure/release')}
          settled={settled}
        >
          <p>
            The groups of {departed.toLocaleString('en')} people are handed over by the policies of
            their templates. You can’t undo this.
          </p>
        </Confirm>
      ) : null}
    </Card>
  );
}

function Followed({ people }: { people: Overview['people'] }) {
  const { followedAt, failure, knowsLeaveDates } = people;
  return (
    <Card title="Directory">
      <dl className="facts">
        <dt>People last checked</dt>
        <dd>
          <Moment iso={followedAt} absent="Never" />
        </dd>
        {failure === null ? null : (
          <>
            <dt>Last error</dt>
            <dd className="failure">{failure}</dd>
          </>
        )}
        <dt>Leave dates</dt>
        <dd>{knowsLeaveDates ? 'Available' : 'Not available'}</dd>
      </dl>
    </Card>
  );
}
