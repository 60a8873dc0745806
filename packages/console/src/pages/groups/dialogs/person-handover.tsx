// The departure of a person: the successors, then the plan with every group, then the request.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Answer, Body } from '../../../api/route-types.ts';
import { checkOf } from '../../../components/body-check.ts';
import { allPages } from '../../../components/page-after.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { usePeopleNames } from '../../../components/known-people.ts';
import { Modal } from '../../../components/modal.tsx';
import { PersonField } from '../../../components/people-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { ConfirmBulk } from './bulk-dialogs.tsx';
import { formerRoles } from './group-dialogs.tsx';
import { common } from '../../../messages/common.ts';
import { groupChanges as texts } from '../../../messages/group-changes.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

interface Plan {
  readonly items: Answer<'post', '/people/{idOrEmail}/handover/plan'>['items'];
  readonly hasMore: boolean;
}
type Successors = Body<'post', '/people/{idOrEmail}/handover/plan'>;
/** A plan has no more. */
const planned = 1_000;
/** A batch takes no more. */
const mostGroups = 10_000;

type Former = (typeof formerRoles)[number];

interface Values {
  readonly to: string;
  readonly deputy: string;
  readonly former: Former;
}

export function PersonHandover({ person, close, settled }: ChangeDialog & { person: string }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const [values, setValues] = useState<Values>({ to: '', deputy: '', former: 'member' });
  const [plan, setPlan] = useState<Plan>();
  if (plan === undefined) {
    return (
      <AskSuccessors
        person={person}
        initial={values}
        close={close}
        take={(asked, planned) => {
          setValues(asked);
          setPlan(planned);
        }}
      />
    );
  }
  if (plan.items.length === 0) {
    return (
      <Modal title={t('person.none')} close={close}>
        <p>{t('person.noneHint')}</p>
        <div className="modal-actions">
          <Button onClick={close}>{c('close')}</Button>
        </div>
      </Modal>
    );
  }
  return (
    <ConfirmBulk
      kind="handover"
      plan={plan.items}
      handover={{ former: values.former }}
      close={close}
      back={() => setPlan(undefined)}
      settled={settled}
      done={close}
    >
      <PlannedSuccessors plan={plan} />
    </ConfirmBulk>
  );
}

/** Every group of the person, page by page. */
async function planAll(person: string, body: Successors): Promise<Plan> {
  const read = (cursor: string) =>
    api.post('/people/{idOrEmail}/handover/plan', {
      path: { idOrEmail: person },
      query: { limit: planned, cursor },
      body,
    });
  const items = await allPages(read, mostGroups + 1);
  return { items: items.slice(0, mostGroups), hasMore: items.length > mostGroups };
}

function successorsOf(values: Values): Successors {
  const [to, deputy] = [values.to.trim(), values.deputy.trim()];
  return {
    ...(to !== '' && { to }),
    ...(deputy !== '' && { deputy }),
    former: values.former,
  };
}

function AskSuccessors({
  person,
  initial,
  close,
  take,
}: {
  person: string;
  initial: Values;
  close: () => void;
  take: (values: Values, plan: Plan) => void;
}) {
  const t = useMessages(texts);
  const nameOf = usePeopleNames([person]);
  const form = useForm({
    initial,
    check: (values) => checkOf('post', '/people/{idOrEmail}/handover/plan', successorsOf(values)),
    send: async (values: Values) => {
      return { values, plan: await planAll(person, successorsOf(values)) };
    },
    done: ({ values, plan }) => take(values, plan),
  });
  return (
    <FormDialog
      title={t('person.title', { name: nameOf(person) })}
      submit={t('bulk.check')}
      {...form}
      close={close}
    >
      <PersonField
        label={t('person.successor')}
        hint={t('person.successorHint')}
        {...form.field('to')}
        autoFocus
      />
      <PersonField
        label={t('bulk.newDeputy')}
        hint={t('person.deputyHint')}
        {...form.field('deputy')}
      />
      <SelectField
        label={t('person.former')}
        options={formerRoles.map((one) => [one, t(`formerRoles.${one}`)])}
        {...form.field('former')}
      />
    </FormDialog>
  );
}

/** Lists of systems keep the person in the group. */
function StayingByRosters({ rosters }: Pick<Plan['items'][number], 'rosters'>) {
  const t = useMessages(texts);
  const format = useFormat();
  const sentences = [
    ['person.staysByRoster', rosters.filter(({ isHeld }) => !isHeld)],
    ['person.staysUntilConfirmed', rosters.filter(({ isHeld }) => isHeld)],
  ] as const;
  return sentences.map(([text, of]) =>
    of.length === 0 ? null : (
      <div key={text} className="muted small">
        {t(text, { count: of.length, sources: format.list(of.map(({ source }) => source)) })}
      </div>
    ),
  );
}

function PlannedSuccessors({ plan }: { plan: Plan }) {
  const t = useMessages(texts);
  const possible = plan.items.filter(({ error }) => error === null);
  const nameOf = usePeopleNames(
    possible.flatMap(({ responsible, deputy }) => [responsible, deputy]),
  );
  return (
    <>
      {possible.length === 0 ? null : (
        <ul className="refusals" tabIndex={0} aria-label={t('person.successors')}>
          {possible.map(({ teamId, displayName, responsible, deputy, vacant, rosters }) => (
            <li key={teamId}>
              <span className="name">
                <bdi>{displayName}</bdi>
              </span>
              <div className="muted small">
                {t(vacant.includes('deputy') ? 'person.becomesVacant' : 'person.becomes', {
                  responsible: nameOf(responsible) || t('person.nobody'),
                  deputy: nameOf(deputy) || t('person.nobody'),
                })}
              </div>
              <StayingByRosters rosters={rosters} />
            </li>
          ))}
        </ul>
      )}
      {plan.hasMore ? <p className="muted small">{t('person.hasMore')}</p> : null}
    </>
  );
}
