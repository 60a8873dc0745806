// "My groups" in words: the tasks and groups of a person, in the language of the browser.
import type { PersonRole } from '../groups/change/person-groups.ts';
import type { GroupState } from '../engine/group-state.ts';
import type { TaskOfGroup } from '../messages/tasks/task-response.ts';
import { dayOf } from './question.ts';
import type { PageTexts } from './texts/texts.ts';
import { isolated } from '../ground/text.ts';

export interface MyGroup {
  readonly teamId: string;
  readonly displayName: string;
  readonly mailNickName: string;
  readonly state: GroupState;
  readonly roles: readonly PersonRole[];
  readonly expiresAt: Date | null;
}

export interface MyGroups {
  readonly tasks: readonly TaskOfGroup[];
  readonly groups: readonly MyGroup[];
  /** Whether there are more groups than are shown. */
  readonly hasMore: boolean;
}

/** It belongs to the person with this address; nothing for one whom the directory does not have. */
export type ReadMyGroups = (tenantId: string, email: string) => Promise<MyGroups>;

export interface MyGroupsPage {
  readonly language: string;
  readonly tasks: readonly {
    readonly taskId: string;
    readonly question: string;
    readonly dueBy: string | null;
  }[];
  readonly groups: readonly {
    readonly name: string;
    readonly alias: string;
    /** Roles, state and expiry. */
    readonly facts: readonly string[];
  }[];
  readonly labels: Readonly<
    Record<'title' | 'signedInAs' | 'tasks' | 'noTasks' | 'decide' | 'groups' | 'noGroups', string>
  >;
  /** Null: all groups are shown. */
  readonly more: string | null;
}

export function myGroupsPage(
  { tasks, groups, hasMore }: MyGroups,
  email: string,
  texts: PageTexts,
): MyGroupsPage {
  const { mine } = texts;
  return {
    language: texts.language,
    tasks: tasks.map(({ taskId, kind, displayName, dueAt }: TaskOfGroup) => ({
      taskId,
      question: texts.kinds[kind].question(isolated(displayName)),
      dueBy: dueAt === null ? null : texts.dueBy(dayOf(dueAt, texts)),
    })),
    groups: groups.map(({ displayName, mailNickName, roles, state, expiresAt }) => ({
      name: displayName,
      alias: mailNickName,
      facts: [
        roles.map((role) => mine.roles[role]).join(', '),
        mine.states[state],
        ...(expiresAt === null ? [] : [mine.expires(dayOf(expiresAt, texts))]),
      ],
    })),
    labels: {
      title: mine.title,
      signedInAs: mine.signedInAs(email),
      tasks: mine.tasks,
      noTasks: mine.noTasks,
      decide: mine.decide,
      groups: mine.groups,
      noGroups: mine.noGroups,
    },
    more: hasMore ? mine.more : null,
  };
}
