// A task as a question to one person, in the person's language: everything that the page shows.
import { longDate } from '../ground/long-date.ts';
import {
  type DecisionOption,
  peopleOf,
  personDecisions,
  type TaskPerson,
} from '../messages/tasks/decision.ts';
import type { LinkHolder } from '../messages/tasks/decision-links.ts';
import { type Fact, factsOf } from '../messages/tasks/task.ts';
import type { PageTexts } from './texts/texts.ts';
import { isolated } from '../ground/text.ts';

export interface Question {
  readonly language: string;
  readonly greeting: string | null;
  readonly question: string;
  readonly explanation: string;
  readonly dueBy: string | null;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly options: readonly (DecisionOption & { readonly label: string; readonly hint: string })[];
  readonly people: readonly {
    readonly personId: string;
    readonly value: string;
    readonly name: string;
    /** Role in the group; empty where it says nothing. */
    readonly role: string;
  }[];
  /** The decisions about one person. */
  readonly decisions: readonly { readonly value: string; readonly label: string }[];
  readonly labels: Readonly<Record<Label, string>>;
}

const labels = [
  'title',
  'choices',
  'person',
  'personHint',
  'displayName',
  'reason',
  'reasonRequired',
  'send',
  'sending',
  'missingChoice',
  'missingReason',
  'missingPerson',
  'missingDecisions',
  'doneTitle',
  'done',
  'failed',
  'refusedTitle',
  'refused',
] as const;
type Label = (typeof labels)[number] | 'people';

export function questionOf(
  { task, assignee }: LinkHolder,
  options: readonly DecisionOption[],
  organisation: string,
  texts: PageTexts,
): Question {
  const ofKind = texts.kinds[task.kind];
  const facts = factsOf(task);
  const name = assignee.displayName ?? assignee.email;
  return {
    language: texts.language,
    greeting: name === null ? null : texts.greeting(isolated(name)),
    question: ofKind.question(isolated(task.displayName)),
    explanation: ofKind.explanation,
    dueBy: task.dueAt === null ? null : texts.dueBy(dayOf(task.dueAt, texts)),
    facts: [
      { label: texts.group, value: task.displayName },
      { label: texts.alias, value: task.mailNickname },
      { label: texts.organisation, value: organisation },
      ...facts.map((fact) => ({ label: texts.facts[fact.name], value: valueOf(fact, texts) })),
    ],
    options: options.map((option) => ({
      ...option,
      ...(ofKind.decisions[option.decision] ?? { label: option.decision, hint: '' }),
    })),
    people: peopleOf(task).map((person) => ({
      personId: person.personId,
      value: person.email ?? person.personId,
      name: nameOf(person),
      role: person.role === undefined ? '' : texts.roles[person.role],
    })),
    decisions: personDecisions.map((value) => ({ value, label: texts.personDecisions[value] })),
    labels: {
      ...(Object.fromEntries(labels.map((label) => [label, texts[label]])) as Record<
        Label,
        string
      >),
      people: ofKind.people ?? '',
    },
  };
}

function nameOf({ displayName, email, personId }: TaskPerson): string {
  if (displayName === null) return email ?? personId;
  return email === null ? displayName : `${isolated(displayName)} (${email})`;
}

const days: ReadonlySet<Fact['name']> = new Set(['expires', 'renewed_until', 'unused_since']);

function valueOf({ name, value }: Fact, texts: PageTexts): string {
  if (days.has(name)) return dayOf(new Date(value), texts);
  return name === 'visibility' ? (texts.values[value] ?? value) : value;
}

export function dayOf(time: Date, { language }: PageTexts): string {
  return longDate(time, language, 'UTC');
}
