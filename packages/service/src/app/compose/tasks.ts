// Tasks of people: reading and deciding them, by the API, by administrators, and by links in messages.
import { createWrongSecrets } from '../../access/wrong-secrets.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { registerDecisionPage } from '../../people-page/decision-page.routes.ts';
import { createReadMyGroups } from '../../people-page/my-groups.postgres.ts';
import { createSignedInPeople } from '../../people-page/signed-in-person.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import { lockAssessment } from '../../governance/governed-groups.postgres.ts';
import type { Server } from '../../http/server.ts';
import type { PersonGroupStore } from '../../groups/change/person-groups.ts';
import { createClosedAccounts } from '../../messages/tasks/closed-accounts.postgres.ts';
import {
  createDecideTask,
  type DecideTask,
  type TaskHandler,
} from '../../messages/tasks/decide-task.postgres.ts';
import { createDecisionKeys } from '../../messages/tasks/decision-keys.postgres.ts';
import { findAdministrator } from '../../access/sessions/administrator-rows.postgres.ts';
import { maySeeLinks } from '../../access/sessions/permission.ts';
import { createDecisionLinks, type DecisionLinks } from '../../messages/tasks/decision-links.ts';
import { createTaskReader, type TaskReader } from '../../messages/tasks/read-tasks.postgres.ts';
import { customTextsIn } from '../../settings/tenants/notice-texts.ts';
import type { Base } from './base.ts';
import { noticeSettingsIn } from './notices.ts';
import { composeDecisionSignIn } from './sign-in.ts';

/** Time limit for the directory's answer about a person who signed in. */
const findPersonWithinMs = 20_000;

export interface TaskParts {
  readonly tasks: TaskReader;
  readonly decideTask: DecideTask;
  readonly decisionLinks: DecisionLinks;
}

/** @param parts.onDecided operations or activity may have been added */
export function composeTasks(
  { database, keptAnswers, lists, encryption, randomBytes, clock, config }: Base,
  parts: {
    readonly handlers: readonly TaskHandler[];
    readonly onDecided: (tenantId: string) => void;
  },
): TaskParts {
  const tasks = createTaskReader(database, lists);
  return {
    tasks,
    decideTask: createDecideTask({
      database,
      keptAnswers,
      handlers: parts.handlers,
      clock,
      lockAssessment,
      onDecided: ({ tenantId }) => parts.onDecided(tenantId),
    }),
    decisionLinks: createDecisionLinks({
      readKey: createDecisionKeys({ database, encryption, randomBytes }),
      findTask: tasks.find,
      isAccountClosed: createClosedAccounts(database),
      async findDecidingAdministrator(tenantId, administratorId) {
        const found = await findAdministrator(database, tenantId, administratorId);
        return found && maySeeLinks(found) ? found.email : undefined;
      },
      baseUrl: config.baseUrl,
    }),
  };
}

export function registerDecisions(
  server: Server,
  base: Base,
  parts: TaskParts & {
    readonly configuration: Configuration;
    readonly people: FindPeople;
    readonly personGroups: PersonGroupStore;
  },
): void {
  const { encryption, clock, steady, config, log } = base;
  const { tasks, decideTask, decisionLinks, configuration, people, personGroups } = parts;
  const { baseUrl } = config;
  registerDecisionPage(server, {
    links: decisionLinks,
    wrongSecrets: createWrongSecrets('decision links', {
      clock: steady,
      shared: base.sharedLimits,
    }),
    decideTask,
    readMyGroups: createReadMyGroups({
      database: base.database,
      tasks,
      personGroups,
      findPersonId: async (tenantId, email) =>
        (await people.findIds(tenantId, [email], AbortSignal.timeout(findPersonWithinMs)))[0],
    }),
    signIn: composeDecisionSignIn(base),
    signedInPeople: createSignedInPeople({ encryption, clock }),
    organisationName: (tenantId, organisationId) =>
      configuration.organisation(tenantId, organisationId)?.name,
    contactOf: (tenantId, language) =>
      customTextsIn(noticeSettingsIn(configuration)(tenantId)?.texts, language).contact ??
      undefined,
    baseUrl,
    log,
  });
}
