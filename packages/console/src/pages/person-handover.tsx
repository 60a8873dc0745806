// The departure of a person: the successors, then the plan with every group, then the request.
import { Button } from '@fluentui/react-button';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Answer, Body } from '../api/route-types.ts';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { Modal } from '../components/modal.tsx';
import { PersonField } from '../components/people-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { useForm } from '../components/use-form.ts';
import { ConfirmBulk, Requested, type Result } from './bulk-dialogs.tsx';
import { formerRoles } from './group-dialogs.tsx';

type Plan = Answer<'post', '/people/{person}/handover/plan'>;
type Former = (typeof formerRoles)[number][0];

interface Values {
  readonly to: string;
  readonly deputy: string;
  readonly former: Former;
}

export function PersonHandover({ person, close, settled }: ChangeDialog & { person: string }) {
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
      <Modal title="Nothing to hand over" close={close}>
        <p>This person is neither responsible nor deputy of any group.</p>
        <div className="modal-actions">
          <Button onClick={close}>Close</Button>
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
  const form = useForm({
    initial,
    send: async (values: Values) => {
      const [to, deputy] = [values.to.trim(), values.deputy.trim()];
      const body: Body<'post', '/people/{person}/handover/plan'> = {
        ...(to !== '' && { to }),
        ...(deputy !== '' && { deputy }),
        former: values.former,
      };
      const plan = await api.post('/people/{person}/handover/plan', { path: { person }, body });
      return { values, plan };
    },
    done: ({ values, plan }) => take(values, plan),
  });
  return (
    <FormDialog
      title={`Hand over the groups of ${person}`}
      submit="Check groups"
      {...form}
      close={close}
    >
      <PersonField
        label="Successor"
        hint="Leave empty to make the deputy of each group responsible."
        {...form.field('to')}
        autoFocus
      />
      <PersonField
        label="New deputy"
        hint="Fills the places of deputies that become vacant."
        {...form.field('deputy')}
      />
      <SelectField label="This person" options={formerRoles} {...form.field('former')} />
    </FormDialog>
  );
}

function Successors({ plan }: { plan: Plan }) {
  const possible = plan.items.filter(({ error }) => error === null);
  return (
    <>
      {possible.length === 0 ? null : (
        <ul className="refusals" tabIndex={0} aria-label="Groups and their successors">
          {possible.map(({ teamId, displayName, responsible, deputy, vacant }) => (
            <li key={teamId}>
              <span className="name">{displayName}</span>
              <div className="muted small">
                Responsible: {responsible ?? 'nobody'}. Deputy: {deputy ?? 'nobody'}
                {vacant.includes('deputy') ? ' (becomes vacant)' : ''}.
              </div>
            </li>
          ))}
        </ul>
      )}
      {plan.hasMore ? (
        <p className="muted small">
          These are the newest 200 groups. Hand over the others afterwards.
        </p>
      ) : null}
    </>
  );
}
