// The departure of a person: the successors, then the plan with every group, then the request.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Answer, Body } from '../../api/route-types.ts';
import { checkOf } from '../../components/body-check.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Modal } from '../../components/modal.tsx';
import { PersonField } from '../../components/people-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { ConfirmBulk, Requested, type Result } from '../groups/dialogs/bulk-dialogs.tsx';
import { formerRoles } from '../groups/dialogs/group-dialogs.tsx';
import { common } from '../../messages/common.ts';
import { groupChanges as texts } from '../../messages/group-changes.ts';
import { useMessages } from '../../messages/use-messages.ts';

type Plan = Answer<'post', '/people/{idOrEmail}/handover/plan'>;
/** As many as one request takes. */
const atOnce = 200;

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
  const [result, setResult] = useState<Result>();
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
  if (result !== undefined) {
    return <Requested kind="handover" result={result} plan={plan.items} done={close} />;
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
      show={setResult}
    >
      <Successors plan={plan} />
    </ConfirmBulk>
  );
}

function successorsOf(values: Values): Body<'post', '/people/{idOrEmail}/handover/plan'> {
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
  const form = useForm({
    initial,
    check: (values) => checkOf('post', '/people/{idOrEmail}/handover/plan', successorsOf(values)),
    send: async (values: Values) => {
      const body = successorsOf(values);
      const plan = await api.post('/people/{idOrEmail}/handover/plan', {
        path: { idOrEmail: person },
        query: { limit: atOnce },
        body,
      });
      return { values, plan };
    },
    done: ({ values, plan }) => take(values, plan),
  });
  return (
    <FormDialog
      title={t('person.title', { name: person })}
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

function Successors({ plan }: { plan: Plan }) {
  const t = useMessages(texts);
  const possible = plan.items.filter(({ error }) => error === null);
  return (
    <>
      {possible.length === 0 ? null : (
        <ul className="refusals" tabIndex={0} aria-label={t('person.successors')}>
          {possible.map(({ teamId, displayName, responsible, deputy, vacant }) => (
            <li key={teamId}>
              <span className="name">
                <bdi>{displayName}</bdi>
              </span>
              <div className="muted small">
                {t(vacant.includes('deputy') ? 'person.becomesVacant' : 'person.becomes', {
                  responsible: responsible ?? t('person.nobody'),
                  deputy: deputy ?? t('person.nobody'),
                })}
              </div>
            </li>
          ))}
        </ul>
      )}
      {plan.nextLink !== undefined ? <p className="muted small">{t('person.hasMore')}</p> : null}
    </>
  );
}
