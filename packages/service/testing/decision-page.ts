// The decision page on a server, for tasks with a handler that only tests have.
import { randomBytes } from 'node:crypto';
import { createWrongSecrets } from '../src/access/wrong-secrets.ts';
import type { OpenIdSignIn } from '../src/access/sessions/open-id-sign-in.ts';
import { readConfig } from '../src/ground/config/config.ts';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { registerDecisionPage } from '../src/people-page/decision-page.routes.ts';
import type { MyGroup } from '../src/people-page/my-groups.ts';
import { createSignedInPeople, type SignedInPeople } from '../src/people-page/signed-in-person.ts';
import { createEncryption } from '../src/ground/encryption/encryption.ts';
import { systemClock } from '../src/ground/clock.ts';
import { DomainError } from '../src/ground/errors.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { createLog } from '../src/ground/log.ts';
import { lockAssessment } from '../src/governance/governed-groups.postgres.ts';
import { createMetrics } from '../src/http/metrics.ts';
import { createServer } from '../src/http/server.ts';
import {
  createDecideTask,
  type DecideTask,
  type TaskHandler,
} from '../src/messages/tasks/decide-task.postgres.ts';
import { createClosedAccounts } from '../src/messages/tasks/closed-accounts.postgres.ts';
import { createDecisionKeys } from '../src/messages/tasks/decision-keys.postgres.ts';
import { createDecisionLinks, type DecisionLinks } from '../src/messages/tasks/decision-links.ts';
import { createTaskReader } from '../src/messages/tasks/read-tasks.postgres.ts';
import type { NewTask, Task } from '../src/messages/tasks/task.ts';
import { openTasks } from '../src/messages/tasks/tasks.postgres.ts';
import { createKeptAnswers } from '../src/postgres/kept-answers.postgres.ts';
import type { TestDatabase } from './database.ts';
import { addExistingGroups } from './existing-groups.ts';
import { addTestTenant, type AddedTenant } from './tenant.ts';

export const mara = {
  personId: 'mara',
  email: 'Mara@aare.example',
  displayName: 'Mara Keller',
  language: null,
};
export const tomas = {
  personId: 'tomas',
  email: 'tomas@aare.example',
  displayName: null,
  language: 'de-CH',
};

/** Custom texts of the tenant, by language. */
export const contacts: Readonly<Record<string, string>> = {
  en: 'Questions? The group office <helps>: extension 4711.',
  de: 'Fragen? Das Gruppenbüro hilft: gruppenbuero-und-teamverwaltung@konzernzentrale.aare.example',
  fr: 'Des questions ? Le bureau des groupes vous aide au poste 4711.',
  es: '¿Preguntas? La oficina de grupos ayuda: extensión 4711.',
};

const exampleGroups: readonly MyGroup[] = (['active', 'archived'] as const).map((state, n) => ({
  teamId: `00000000-0000-4000-8000-00000000000${n}`,
  displayName: `Project ${4711 + n}`,
  mailNickName: `project-${4711 + n}`,
  state,
  roles: ['responsible', 'owner'],
  expiresAt: n === 0 ? new Date('2027-06-30T08:00:00Z') : null,
}));

export interface DecisionPage {
  readonly baseUrl: string;
  readonly tenant: AddedTenant;
  readonly links: DecisionLinks;
  readonly decideTask: DecideTask;
  readonly signedInPeople: SignedInPeople;
  /** Lines of the log. */
  readonly log: readonly string[];
  /** Each about another group. */
  openTask(this: void, task?: Partial<NewTask>): Promise<Task>;
  close(this: void): Promise<void>;
}

export async function startDecisionPage(
  { database }: TestDatabase,
  handlers: readonly TaskHandler[],
  port = 0,
): Promise<DecisionPage> {
  const clock = systemClock;
  const newId = createIdGenerator({ clock, randomBytes });
  const tenant = await database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock, createId: newId, randomBytes })),
  );
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const steady = { now: () => performance.now() };
  const encryption = createEncryption([randomBytes(32)], randomBytes);
  const config = readConfig({ BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT: 'off' });
  const server = createServer({
    config,
    log,
    clock,
    steadyClock: steady,
    metrics: createMetrics(),
    randomBytes,
    verifyAccessToken() {
      throw new DomainError('invalid_token', 'There are no tokens.');
    },
  });
  const tasks = createTaskReader(database, database);
  const links = createDecisionLinks({
    readKey: createDecisionKeys({ database, encryption, randomBytes }),
    findTask: tasks.find,
    isAccountClosed: createClosedAccounts(database),
    findDecidingAdministrator: async () => undefined,
    baseUrl: config.baseUrl,
  });
  const decideTask = createDecideTask({
    nameOf: (_tenantId, { id }) => id,
    database,
    keptAnswers: createKeptAnswers({ database, encryption, randomBytes }),
    handlers,
    clock,
    lockAssessment,
    onDecided: () => undefined,
  });
  const signedInPeople = createSignedInPeople({ encryption, clock });
  const signIn: Pick<OpenIdSignIn, 'begin' | 'identify'> = {
    begin: async () => ({ url: 'https://login.example/', pending: 'p' }),
    identify() {
      throw new DomainError('sign_in_failed', 'There is no provider.');
    },
  };
  registerDecisionPage(server, {
    links,
    wrongSecrets: createWrongSecrets('decision links', { clock: steady }),
    decideTask,
    async readMyGroups(tenantId) {
      const open = await tasks.list(
        tenantId,
        { state: 'open' },
        { afterTaskId: undefined, limit: 2 },
      );
      return { tasks: open, groups: exampleGroups, hasMore: true };
    },
    signIn,
    signedInPeople,
    organisationName: () => 'Aare AG',
    contactOf: (_tenantId, language) => contacts[language],
    baseUrl: config.baseUrl,
    log,
  });
  const baseUrl = await server.listen({ host: '127.0.0.1', port });
  let groups = 0;

  return {
    baseUrl,
    tenant,
    links,
    decideTask,
    signedInPeople,
    log: lines,
    async openTask(task = {}) {
      const prefix = `decided-${(groups += 1)}`;
      const [teamId = ''] = await addExistingGroups(database, tenant, { prefix, count: 1 });
      const { tenantId, organisationId } = tenant;
      const [opened] = await openTasks(
        database,
        [
          {
            tenantId,
            organisationId,
            teamId,
            kind: 'renew',
            assignees: [mara, tomas],
            data: {},
            cause: null,
            decisions: 'link',
            openedAt: new Date(),
            dueAt: new Date('2027-03-01T08:00:00Z'),
            ...task,
          },
        ],
        { actor: { kind: 'service', id: 'test' }, at: Date.now(), newId },
      );
      if (opened === undefined) throw new Error('the task was not opened');
      return opened;
    },
    close: () => server.close(),
  };
}
