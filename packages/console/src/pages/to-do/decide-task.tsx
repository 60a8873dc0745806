// The dialog in which an administrator decides a task. None of several decisions is preselected, unless the administrator
// has chosen one already.
import { api } from '../../api/client.ts';
import type { Body } from '../../api/route-types.ts';
import type { TaskItem } from '../../api/types.ts';
import { useInvalidation } from '../../api/use-invalidation.ts';
import { checkOf } from '../../components/body-check.ts';
import { Choices } from '../../components/choices.tsx';
import { Facts } from '../../components/facts.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PersonField } from '../../components/people-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { RequestFacts } from './task-request.tsx';
import { decisionLabel, kindLabel, nameOf } from './task-words.tsx';
import { changes } from '../../messages/changes.ts';
import { tasks as texts } from '../../messages/tasks.ts';
import { useFormat } from '../../messages/use-format.ts';
import { labelOf, useMessages } from '../../messages/use-messages.ts';

interface Values {
  readonly decision: string;
  readonly person: string;
  readonly people: readonly string[];
  readonly displayName: string;
  readonly reason: string;
}

/** Facts that are days. */
const dated: ReadonlySet<string> = new Set(['expires', 'unused_since']);

export function DecideTask({
  task,
  decision: given,
  close,
}: {
  task: TaskItem;
  /** The decision that was chosen before; absent: the dialog asks. */
  decision?: string;
  close: () => void;
}) {
  const { taskId, teamId, decisions, people } = task;
  const t = useMessages(texts);
  const format = useFormat();
  const told = useMessages(changes);
  const settled = useInvalidation(['tasks'], ['to-do'], ['group', teamId]);
  const optionOf = (decision: string) => decisions.find((option) => option.decision === decision);
  const decisionOf = (values: Values) => bodyOf(values, optionOf(values.decision)?.asks, people);
  const [only, ...others] = decisions;
  const form = useForm<Values, unknown>({
    initial: {
      decision: given ?? (only === undefined || others.length > 0 ? '' : only.decision),
      person: '',
      people: [],
      displayName: task.request?.displayName ?? task.displayName,
      reason: '',
    },
    check: (values) => checkOf('post', '/tasks/{taskId}/decision', decisionOf(values)),
    send: (values, idempotencyKey) =>
      api.post('/tasks/{taskId}/decision', {
        path: { taskId },
        body: decisionOf(values),
        idempotencyKey,
      }),
    done: close,
    settled,
    finished: () => ({
      title: told('decided', { name: task.displayName }),
      link: { to: `/groups/${teamId}`, label: told('openGroup') },
    }),
  });
  const chosen = optionOf(form.values.decision);
  const choices = decisions.map(({ decision }) => [decision, decisionLabel(decision)] as const);
  return (
    <FormDialog
      title={
        given === undefined
          ? t('kindOf', { kind: kindLabel(task.kind), name: task.displayName })
          : t('decisionOf', { decision: decisionLabel(given), name: task.displayName })
      }
      submit={given === undefined ? t('submit') : decisionLabel(given)}
      {...form}
      close={close}
    >
      {task.request === undefined ? null : <RequestFacts request={task.request} />}
      <Facts
        facts={task.facts.map(({ name, value }) => [
          labelOf(t, `facts.${name}`, name),
          dated.has(name) ? format.date(value) : value,
        ])}
      />
      <p>{t('decideNote')}</p>
      {given === undefined ? (
        <SelectField
          label={t('decision')}
          options={others.length > 0 ? [['', t('chooseDecision')], ...choices] : choices}
          {...form.field('decision')}
        />
      ) : null}
      {chosen?.asks === 'person' ? (
        <PersonField
          label={t('person')}
          hint={people.length === 0 ? '' : t('proposed', { people: people.map(nameOf).join(', ') })}
          {...form.field('person')}
        />
      ) : null}
      {chosen?.asks === 'decisions' && people.length > 0 ? (
        <Choices
          legend={t('peopleToRemove')}
          choices={people.map((person) => ({ value: person.personId, label: nameOf(person) }))}
          {...form.field('people')}
        />
      ) : null}
      {chosen?.asks === 'display_name' ? (
        <TextField label={t('displayName')} {...form.field('displayName')} required />
      ) : null}
      <TextField
        label={t('reason')}
        {...form.field('reason')}
        required={chosen?.reason === 'required'}
      />
    </FormDialog>
  );
}

function bodyOf(
  { decision, person, people, displayName, reason }: Values,
  asks: TaskItem['decisions'][number]['asks'],
  all: TaskItem['people'],
): Body<'post', '/tasks/{taskId}/decision'> {
  return {
    decision,
    ...(asks === 'person' && { person: person.trim() }),
    ...(asks === 'decisions' && {
      decisions: all.map(({ personId }) => ({
        personId,
        decision: people.includes(personId) ? ('remove' as const) : ('keep' as const),
      })),
    }),
    ...(asks === 'display_name' && { displayName: displayName.trim() }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
}
