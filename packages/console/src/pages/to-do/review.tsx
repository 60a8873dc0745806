// A review: its state, the people with the decisions about them, and the dialog to decide for the people of the group.
import { Button } from '@fluentui/react-button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useMay } from '../../api/session.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { checkOf } from '../../components/body-check.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Card, Empty, Loaded, Page } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Status } from '../../components/status.tsx';
import { TextField } from '../../components/text-field.tsx';
import { Moment } from '../../components/time.tsx';
import { useForm } from '../../components/use-form.ts';
import { toDo } from '../../messages/to-do.ts';
import { reviews as texts } from '../../messages/reviews.ts';
import { reasonText } from '../../messages/reasons.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { reasonOf } from '../reason-of.ts';
import { changes } from '../../messages/changes.ts';

type Review = Answer<'get', '/reviews/{reviewId}'>;
type Person = Review['people'][number];
type Decision = NonNullable<Person['decision']>;

const decisions = ['keep', 'remove', 'unsure'] as const;

export function ReviewPage() {
  const { reviewId = '' } = useParams();
  const t = useMessages(texts);
  const review = useQuery({
    queryKey: ['reviews', reviewId],
    queryFn: ({ signal }) => api.get('/reviews/{reviewId}', { path: { reviewId }, signal }),
  });
  const parent = useMessages(toDo)('title');
  const back = { to: '/to-do?show=reviews', label: parent };
  return (
    <Page
      title={review.data === undefined ? t('one') : t('oneOf', { group: review.data.displayName })}
      back={back}
    >
      <Loaded query={review} back={back}>
        {(found) => <Found review={found} />}
      </Loaded>
    </Page>
  );
}

function Found({ review }: { review: Review }) {
  const t = useMessages(texts);
  const mayChange = useMay('groups:manage');
  const [isDeciding, setDeciding] = useState(false);
  const columns: readonly Column<Person>[] = [
    { title: t('person'), cell: (person) => <span className="wrap">{nameOf(person)}</span> },
    { title: t('role'), cell: ({ role }) => t(`roles.${role}`) },
    {
      title: t('decision'),
      cell: ({ decision }) =>
        decision === null ? (
          <span className="muted">{t('undecided')}</span>
        ) : (
          t(`decisions.${decision}`)
        ),
    },
  ];
  const canDecide = mayChange && review.state === 'open' && review.people.length > 0;
  return (
    <div className="stack">
      <Card>
        <Facts review={review} />
      </Card>
      <Card
        title={t('people')}
        note={t('peopleNote')}
        className="flush"
        actions={
          canDecide ? (
            <Button size="small" onClick={() => setDeciding(true)}>
              {t('decide')}
            </Button>
          ) : undefined
        }
      >
        {review.people.length === 0 ? (
          <Empty title={t('noPeople')}>{review.state === 'requested' ? t('reading') : ''}</Empty>
        ) : (
          <DataTable items={review.people} keyOf={({ personId }) => personId} columns={columns} />
        )}
      </Card>
      {isDeciding ? <DecideReview review={review} close={() => setDeciding(false)} /> : null}
    </div>
  );
}

function Facts({ review }: { review: Review }) {
  const t = useMessages(texts);
  const { teamId, displayName, state, counts, unanswered } = review;
  const { requestedBy, requestedAt, dueAt, endedAt, reason, failure } = review;
  return (
    <dl className="facts tall">
      <dt>{t('group')}</dt>
      <dd>
        <Link to={`/groups/${teamId}`}>
          <bdi>{displayName}</bdi>
        </Link>
      </dd>
      <dt>{t('state')}</dt>
      <dd className="wrap">
        <Status status={state} />
        {failure === null ? null : <div className="muted small">{failure}</div>}
      </dd>
      <dt>{t('progress')}</dt>
      <dd>{t('answers', { answered: counts.people - counts.undecided, people: counts.people })}</dd>
      <dt>{t('unanswered')}</dt>
      <dd>{t(`consequence.${unanswered}`)}</dd>
      <dt>{t('due')}</dt>
      <dd>
        <Moment isGoverned iso={dueAt} />
      </dd>
      <dt>{t('by')}</dt>
      <dd className="wrap">
        {requestedBy.id}
        <div className="muted small">
          <Moment isGoverned iso={requestedAt} />
        </div>
      </dd>
      {reason === null ? null : (
        <>
          <dt>{t('reason')}</dt>
          <dd className="wrap">{reasonText(reason)}</dd>
        </>
      )}
      {endedAt === null ? null : (
        <>
          <dt>{t('ended')}</dt>
          <dd>
            <Moment isGoverned iso={endedAt} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** None of the decisions is preselected. */
function DecideReview({ review, close }: { review: Review; close: () => void }) {
  const { reviewId, teamId, displayName, people } = review;
  const t = useMessages(texts);
  const told = useMessages(changes);
  const [decided] = useState<Readonly<Record<string, Decision | ''>>>(() =>
    Object.fromEntries(people.map(({ personId, decision }) => [personId, decision ?? ''])),
  );
  const bodyOf = (values: { readonly decisions: typeof decided; readonly reason: string }) => ({
    decisions: people.flatMap(({ personId }) => {
      const decision = values.decisions[personId] ?? '';
      // The decisions of others stay as they are, also if they are changed meanwhile.
      return decision === '' || decision === decided[personId] ? [] : [{ personId, decision }];
    }),
    ...reasonOf(values),
  });
  const form = useForm({
    initial: {
      decisions: decided,
      reason: '',
    },
    check: (values) => checkOf('post', '/reviews/{reviewId}/decisions', bodyOf(values)),
    send: (values) =>
      api.post('/reviews/{reviewId}/decisions', { path: { reviewId }, body: bodyOf(values) }),
    done: close,
    finished: () => ({
      title: told('reviewDecided', { name: displayName }),
      link: { to: `/groups/${teamId}`, label: told('openGroup') },
    }),
    settled: useInvalidation(['reviews'], ['tasks'], ['to-do'], ['group', teamId]),
  });
  const field = form.field('decisions');
  const options = [
    ['', t('later')] as const,
    ...decisions.map((one) => [one, t(`decisions.${one}`)] as const),
  ];
  return (
    <FormDialog
      title={t('decideTitle', { group: displayName })}
      submit={t('submit')}
      {...form}
      close={close}
    >
      <p>{t('decideNote')}</p>
      {people.map((person) => (
        <SelectField
          key={person.personId}
          label={`${nameOf(person)} (${t(`roles.${person.role}`)})`}
          options={options}
          value={field.value[person.personId] ?? ''}
          onChange={(decision) => field.onChange({ ...field.value, [person.personId]: decision })}
        />
      ))}
      {field.fault === undefined ? null : (
        <p role="alert" className="status bad said">
          {field.fault}
        </p>
      )}
      <TextField label={t('reason')} {...form.field('reason')} />
    </FormDialog>
  );
}

function nameOf({ displayName, email, personId }: Person): string {
  return displayName ?? email ?? personId;
}
