// The texts of the decision page in one language.
import type { PersonRole } from '../../groups/change/person-groups.ts';
import type { GroupState } from '../../engine/group-state.ts';
import type { PersonDecisionName } from '../../messages/tasks/decision.ts';
import type { FactName, TaskKind } from '../../messages/tasks/task.ts';

export interface KindTexts {
  /** A question with the name of the group. */
  readonly question: (group: string) => string;
  /** A sentence or two below it. */
  readonly explanation: string;
  /** The keys are decisions. */
  readonly decisions: Readonly<Record<string, { readonly label: string; readonly hint: string }>>;
  /** Above the people of the task. */
  readonly people?: string;
}

export interface MineTexts {
  readonly title: string;
  readonly signIn: string;
  readonly signedInAs: (email: string) => string;
  readonly tasks: string;
  readonly noTasks: string;
  readonly decide: string;
  readonly groups: string;
  readonly noGroups: string;
  readonly more: string;
  readonly back: string;
  readonly roles: Readonly<Record<PersonRole, string>>;
  readonly states: Readonly<Record<GroupState, string>>;
  readonly expires: (date: string) => string;
}

export interface PageTexts {
  readonly language: string;
  readonly title: string;
  readonly greeting: (name: string) => string;
  readonly loading: string;
  readonly noScript: string;
  readonly refusedTitle: string;
  readonly refused: string;
  readonly failed: string;
  readonly retry: string;
  readonly dueBy: (date: string) => string;
  readonly group: string;
  readonly alias: string;
  readonly organisation: string;
  readonly facts: Readonly<Record<FactName, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly choices: string;
  readonly person: string;
  readonly personHint: string;
  readonly displayName: string;
  readonly reason: string;
  readonly reasonRequired: string;
  readonly send: string;
  readonly sending: string;
  readonly missingChoice: string;
  readonly missingReason: string;
  readonly missingPerson: string;
  readonly missingDecisions: string;
  readonly roles: Readonly<Record<'owner' | 'guest', string>>;
  readonly personDecisions: Readonly<Record<PersonDecisionName, string>>;
  readonly doneTitle: string;
  readonly done: string;
  readonly signInTitle: string;
  readonly signIn: string;
  readonly signInButton: string;
  readonly signInFailed: string;
  /** The page of a person who signed in, without a link. */
  readonly mine: MineTexts;
  readonly kinds: Readonly<Record<TaskKind, KindTexts>>;
}
