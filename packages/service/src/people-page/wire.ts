// The page on which people decide from a link in a message.
import { wireDecisionSignIn, wireWrongSecrets } from '../access/wire.ts';
import type { FindPeople } from '../directory/find-people.ts';
import type { PersonGroupStore } from '../groups/change/person-groups.ts';
import type { Server } from '../http/server.ts';
import type { FoundHolder } from '../messages/tasks/decision-links.ts';
import type { Tasks } from '../messages/wire.ts';
import { customTextsIn } from '../settings/tenants/notice-texts.ts';
import type { OutboundBase, Settings } from '../settings/wire.ts';
import { registerDecisionPage } from './decision-page.routes.ts';
import { createReadMyGroups } from './my-groups.postgres.ts';
import { createSignedInPeople } from './signed-in-person.ts';

/** Time limit for the directory's answer about a person who signed in. */
const findPersonWithinMs = 20_000;

export function registerPeoplePage(
  server: Server,
  base: OutboundBase,
  parts: {
    readonly tasks: Tasks;
    readonly settings: Settings;
    readonly people: FindPeople;
    readonly personGroups: PersonGroupStore;
  },
): void {
  const { settings, people, personGroups } = parts;
  const { tasks, decideTask, decisionLinks } = parts.tasks;
  /** A link of a closed tenant is not valid, like one that never was. */
  const unlessClosed = (found: FoundHolder) =>
    typeof found === 'object' && settings.configuration.closingOf(found.task.tenantId) !== undefined
      ? undefined
      : found;
  registerDecisionPage(server, {
    links: {
      holderOf: async (token) => unlessClosed(await decisionLinks.holderOf(token)),
      holderOfTask: async (taskId, person) =>
        unlessClosed(await decisionLinks.holderOfTask(taskId, person)),
    },
    wrongSecrets: wireWrongSecrets(base, 'decision links'),
    decideTask,
    readMyGroups: createReadMyGroups({
      database: base.database,
      tasks,
      personGroups,
      findPersonId: async (tenantId, email) =>
        (await people.findIds(tenantId, [email], AbortSignal.timeout(findPersonWithinMs)))[0],
    }),
    signIn: wireDecisionSignIn(base),
    signedInPeople: createSignedInPeople(base),
    organisationName: (tenantId, organisationId) =>
      settings.organisationOf(tenantId, organisationId)?.name,
    contactOf: (tenantId, language) =>
      customTextsIn(settings.noticeSettingsOf(tenantId)?.texts, language).contact ?? undefined,
    baseUrl: base.config.baseUrl,
    log: base.log,
  });
}
