// Changes that a toast offers to undo, and the tenant in which they are made.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import { creationEnds, makeProject, type Pages, startPages } from './pages.ts';

type Fields = Readonly<Record<string, string>>;

interface Hands {
  toast(this: void, title: string): Locator;
  press(this: void, name: string | RegExp): Promise<void>;
  dialog(this: void): Locator;
  send(this: void, fields: Fields, submit: string): Promise<void>;
  /** Sends a dialog, which closes. */
  fill(this: void, fields: Fields, submit: string): Promise<void>;
}

export interface ToastTrial extends Hands {
  readonly pages: Pages;
  /** The time of a toast does not pass in it. */
  readonly page: Page;
  readonly organisationId: string;
  readonly teamId: string;
  readonly endpointId: string;
  readonly keyId: string;
  readonly administratorId: string;
  read(this: void, path: string): ReadAnswer;
}

type ReadAnswer = Promise<Awaited<ReturnType<Pages['admin']['get']>>['body']>;

const guest = 'rune@nordlicht.example';

export async function startToastTrial(): Promise<ToastTrial> {
  const pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  const { admin } = pages;
  const project = await makeProject(pages);
  const { organisationId } = project;
  await project.addTemplate({
    name: 'Team',
    identifier: 'team',
    policy: { lifecycle: { expires: { after: 'P1Y' } } },
  });
  const teamId = await project.create('prj-harbour', 'team');
  await creationEnds(pages, teamId);
  await eventually(async () => {
    const { body: group } = await admin.get(`teams/${teamId}`);
    return group.lifecycle?.expiresAt != null;
  }, 'the lifecycle of the group is assessed');
  const made = await Promise.all([
    admin.call('POST', 'webhooks', { url: 'https://hooks.nordlicht.example/a' }),
    admin.call('POST', 'api-keys', { name: 'Payroll' }),
    admin.call('POST', 'administrators', { email: guest, role: 'reader' }),
    admin.call('POST', 'directory/people', { email: guest, name: 'Rune Berg' }),
  ]);
  const [webhook, key, person] = made.map(({ body }) => body);
  const page = await pages.signedIn();
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('[data-timer-status] { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [still];
  });
  return {
    pages,
    page,
    organisationId,
    teamId,
    endpointId: webhook.webhook.endpointId,
    keyId: key.key.keyId,
    administratorId: person.administratorId,
    ...handsOn(page),
    async read(path) {
      const { status, body } = await admin.get(path);
      assert.equal(status, 200, path);
      return body;
    },
  };
}

function handsOn(page: Page): Hands {
  const toast = (title: string): Locator => page.locator('.fui-Toast', { hasText: title });
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');

  const send = async (fields: Fields, submit: string) => {
    for (const [label, value] of Object.entries(fields)) {
      await dialog()
        .getByRole('textbox', { name: new RegExp(String.raw`^${label}\*?$`) })
        .fill(value);
    }
    await dialog().getByRole('button', { name: submit, exact: true }).click();
  };

  const fill = async (fields: Fields, submit: string) => {
    await send(fields, submit);
    await dialog().waitFor({ state: 'detached' });
  };
  return { toast, press, dialog, send, fill };
}

interface Change {
  readonly name: string;
  readonly path: (trial: ToastTrial) => string;
  readonly act: (trial: ToastTrial) => Promise<void>;
  /** The value that changes. */
  readonly read: (trial: ToastTrial) => Promise<unknown>;
  readonly told: string;
  /** A form that stays open shows this value. */
  readonly shows?: (trial: ToastTrial) => Promise<string>;
}

const webhook = ({ read, endpointId }: ToastTrial) => read(`webhooks/${endpointId}`);
const key = async ({ read, keyId }: ToastTrial) =>
  (await read('api-keys')).items.find(
    (one: { readonly [name: string]: unknown }) => one.keyId === keyId,
  );
export const changes: readonly Change[] = [
  {
    name: 'the name of an organization',
    path: () => '/organisations',
    async act({ press, fill }) {
      await press('Actions for Energy');
      await press('Edit Energy');
      await fill({ Name: 'Power' }, 'Save');
    },
    read: async ({ read, organisationId }) => (await read(`organisations/${organisationId}`)).name,
    told: 'Power was saved.',
  },
  {
    name: 'the blocked words',
    path: () => '/blocked-words',
    async act({ press, fill }) {
      await press('Edit blocked words');
      await fill({ 'Blocked words': 'secret' }, 'Save');
    },
    read: async ({ read }) => (await read('naming-rules')).blockedWords,
    told: 'The blocked words were saved.',
  },
  {
    name: 'the rule for new groups',
    path: () => '/directory-groups',
    async act({ press, page }) {
      await press('Edit the rule for new groups');
      await page.getByLabel('New groups', { exact: true }).selectOption('adopt');
      await press('Save');
    },
    read: async ({ read }) => (await read('directory')).newGroups,
    told: 'The rule for new groups was saved.',
  },
  {
    name: 'the settings of an endpoint',
    path: ({ endpointId }) => `/webhooks/${endpointId}`,
    async act({ press, fill }) {
      await press('Edit');
      await fill({ Purpose: 'For the payroll' }, 'Save');
    },
    read: async (trial) => (await webhook(trial)).description,
    told: 'https://hooks.nordlicht.example/a was saved.',
  },
  {
    name: 'a disabled endpoint',
    path: ({ endpointId }) => `/webhooks/${endpointId}`,
    async act({ press, fill }) {
      await press('Disable');
      await fill({}, 'Disable');
    },
    // Deliveries to it fail meanwhile, which is another state.
    read: async (trial) => (await webhook(trial)).state === 'disabled',
    told: 'https://hooks.nordlicht.example/a was disabled.',
  },
  {
    name: 'the details of a key',
    path: ({ keyId }) => `/api-keys/${keyId}`,
    async act({ press, fill }) {
      await press('Edit details');
      await fill({ 'Descriptive name': 'Payroll 2' }, 'Save');
    },
    read: async (trial) => (await key(trial))?.name,
    told: 'Payroll 2 was saved.',
  },
  {
    name: 'the access of a key',
    path: ({ keyId }) => `/api-keys/${keyId}`,
    async act({ press, fill, dialog }) {
      await press('Change access');
      await dialog().getByLabel('groups:change').check();
      await fill({}, 'Save');
    },
    read: async (trial) => (await key(trial))?.scopes,
    told: 'The access of Payroll was saved.',
  },
  {
    name: 'the role of an administrator',
    path: ({ administratorId }) => `/administrators/${administratorId}`,
    async act({ press, fill, dialog }) {
      await press('Change role');
      await dialog().getByLabel('Role').selectOption('operator');
      await fill({}, 'Change role');
    },
    read: async ({ read, administratorId }) =>
      (await read('administrators')).items.find(
        (one: { readonly [name: string]: unknown }) => one.administratorId === administratorId,
      )?.role,
    told: `The role of ${guest} was changed.`,
  },
  {
    name: 'a disabled person of the sandbox',
    path: () => '/sandbox',
    act: ({ press }) => press('Disable Rune Berg'),
    read: async ({ read }) => (await read(`directory/people?search=rune`)).items[0]?.enabled,
    told: 'Rune Berg was disabled.',
  },
  {
    name: 'the delays of the sandbox',
    path: () => '/sandbox',
    async act({ press, page }) {
      await page.getByLabel('Replication delay').fill('7');
      await press('Save');
    },
    read: async ({ read }) => (await read('directory')).sandbox.replicationDelayMs,
    told: 'The delays of the sandbox were saved.',
    shows: ({ page }) => page.getByLabel('Replication delay').inputValue(),
  },
  {
    name: 'the message settings',
    path: () => '/messages/texts',
    async act({ press, page }) {
      await page.getByLabel('Before the subject').fill('Quayside');
      await press('Save');
    },
    read: async ({ read }) => (await read('notices')).texts,
    told: 'The message settings were saved.',
    shows: ({ page }) => page.getByLabel('Before the subject').inputValue(),
  },
  {
    name: 'a hold',
    path: ({ teamId }) => `/groups/${teamId}`,
    async act({ press, fill }) {
      await press('Put on hold');
      await fill({ Reason: 'Audit' }, 'Put on hold');
    },
    read: async ({ read, teamId }) => (await read(`teams/${teamId}`)).lifecycle.hold,
    told: 'Put on hold: Project harbour',
  },
];

export async function undoRestores(trial: ToastTrial, change: Change): Promise<void> {
  const { pages, page, toast } = trial;
  const before = await change.read(trial);
  await pages.visit(page, change.path(trial));
  const shown = await change.shows?.(trial);
  await change.act(trial);
  const changed = toast(change.told);
  await changed.waitFor();
  assert.notDeepEqual(await change.read(trial), before);
  await changed.getByRole('button', { name: 'Undo' }).click();
  await toast('The change was undone.').waitFor();
  assert.deepEqual(await change.read(trial), before);
  await eventually(
    async () => (await change.shows?.(trial)) === shown,
    'the form shows the value before the change',
  );
  await changed.waitFor({ state: 'detached' });
}
