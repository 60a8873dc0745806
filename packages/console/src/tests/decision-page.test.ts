// The decision page in a browser: nothing decides but a person, who chooses an option and presses the button.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../../../service/testing/database.ts';
import {
  contacts,
  type DecisionPage,
  mara,
  startDecisionPage,
} from '../../../service/testing/decision-page.ts';
import type { TaskHandler } from '../../../service/src/messages/tasks/decide-task.postgres.ts';
import type { NewTask, Task } from '../../../service/src/messages/tasks/task.ts';
import { closePages, sharedBrowser } from './browser.ts';
import { axeFindings } from './pages.ts';

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };
/** A folder for pictures of the page; absent: none are taken. */
const pictures = process.env['DECISION_PAGE_PICTURES'];

const decided: string[] = [];
const handlerOf = (
  kind: TaskHandler['kind'],
  options: ReturnType<TaskHandler['options']>,
): TaskHandler => ({
  kind,
  options: () => options,
  async apply(_, task, { decision, reason, person, decisions }) {
    const about = decisions?.map((one) => `${one.personId}:${one.decision}`).join();
    decided.push([task.kind, decision, reason, person, about].filter(Boolean).join(' '));
    return undefined;
  },
});
const handlers = [
  handlerOf('renew', [
    { decision: 'renew', reason: 'optional' },
    { decision: 'let_expire', reason: 'optional' },
  ]),
  handlerOf('approve', [
    { decision: 'approve', reason: 'optional' },
    { decision: 'reject', reason: 'required' },
  ]),
  handlerOf('name_deputy', [{ decision: 'name', reason: 'optional', asks: 'person' }]),
  handlerOf('review', [{ decision: 'confirm', reason: 'optional', asks: 'decisions' }]),
];

const people = ['Lena Vogt', 'Yuki Tanaka'].map((displayName, n) => ({
  personId: `person-${n}`,
  email: `person-${n}@aare.example`,
  displayName,
}));

let at: TestDatabase;
let page: DecisionPage;
let browser: Browser;
before(async () => {
  at = await createTestDatabase();
  page = await startDecisionPage(at, handlers);
  browser = await sharedBrowser({ paints: pictures !== undefined });
});
after(async () => {
  await closePages(browser);
  await page.close();
  await at.close();
});

/** The page without a token, of a person who signed in. */
async function openedMine(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const { tenantId } = page.tenant;
  const tab = await browser.newPage({ viewport: phone, ...options });
  const value = page.signedInPeople.write({ tenantId, email: 'mara@aare.example' });
  await tab.context().addCookies([{ name: 'groupwright-decider', value, url: page.baseUrl }]);
  await tab.goto(`${page.baseUrl}/decide?tenant=${tenantId}`);
  await tab.locator('#mine').waitFor();
  return tab;
}

async function linkTo({ tenantId, taskId }: Task, personId = 'mara'): Promise<string> {
  const link = (await page.links.of(tenantId))(taskId, personId);
  return `${page.baseUrl}/decide${new URL(link).hash}`;
}

async function opened(
  task: Partial<NewTask>,
  options: Parameters<Browser['newPage']>[0] = {},
  personId?: string,
): Promise<{ tab: Page; task: Task }> {
  const open = await page.openTask(task);
  const tab = await browser.newPage({ viewport: phone, ...options });
  await tab.goto(await linkTo(open, personId));
  await tab.locator('#form').waitFor();
  return { tab, task: open };
}

const stateOf = async ({ taskId }: Task) => {
  const [row] = await at.database.query<{ state: string; outcome: string | null }>(
    'select state, outcome from tasks where task_id = $1',
    [taskId],
  );
  return row;
};

test('a scanner that opens the link, runs the scripts and sends every form decides nothing', async () => {
  for (const kind of ['renew', 'approve', 'name_deputy', 'review'] as const) {
    const { tab, task } = await opened({ kind, data: { people } });
    // All that a script on the page can do without a choice: submit, press every button, follow every link.
    await tab.evaluate(() => {
      for (const form of document.forms) form.requestSubmit();
      for (const button of document.querySelectorAll<HTMLElement>('form button, a')) button.click();
    });
    await tab.locator('#problem').waitFor();
    await tab.reload();
    await tab.locator('#form').waitFor();
    assert.equal(await tab.locator('input:checked').count(), 0);
    assert.equal((await stateOf(task))?.state, 'open');
    await tab.close();
  }
  assert.deepEqual(decided, []);
});

test('a person decides on a phone with the keyboard or by touch, and the link has ended then', async () => {
  const { tab, task } = await opened({ kind: 'approve' }, { hasTouch: true });
  await tab.locator('button#send').tap();
  assert.equal(await tab.locator('#problem').textContent(), 'Choose one of the options.');
  await tab.getByText('Reject').tap();
  await tab.locator('button#send').tap();
  assert.equal(await tab.locator('#problem').textContent(), 'Give a reason.');
  await tab.getByRole('textbox', { name: 'Reason' }).fill('There is one already.');
  await tab.locator('button#send').tap();
  await tab.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.deepEqual(await stateOf(task), { state: 'done', outcome: 'reject' });
  await tab.reload();
  await tab.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  await tab.close();

  const { tab: second, task: other } = await opened({ kind: 'name_deputy', data: { people } });
  await second.getByRole('radio', { name: 'Name a deputy' }).press('Space');
  await second.getByRole('radio', { name: /Lena Vogt/ }).press('Space');
  await second.getByLabel('Name or choose a person').press('Enter');
  await second.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal((await stateOf(other))?.state, 'done');
  assert.ok(decided.includes('name_deputy name person-0@aare.example'));
  await second.close();

  const { tab: third, task: review } = await opened(
    { kind: 'review', data: { people: people.map((one) => ({ ...one, role: 'guest' })) } },
    { hasTouch: true },
  );
  await third.getByText('Confirm').tap();
  await third.locator('.person').first().getByText('Leaves').tap();
  await third.locator('button#send').tap();
  assert.equal(await third.locator('#problem').textContent(), 'Choose an answer for each person.');
  await third.locator('.person').last().getByText('Unsure').tap();
  await third.locator('button#send').tap();
  await third.getByRole('heading', { name: 'Thank you' }).waitFor();
  assert.equal((await stateOf(review))?.state, 'done');
  assert.ok(decided.includes('review confirm person-0:remove,person-1:unsure'));
  await third.close();
});

test('the token reaches the service in bodies of requests alone', async () => {
  const task = await page.openTask();
  const link = await linkTo(task);
  const tab = await browser.newPage();
  const addresses: string[] = [];
  tab.on('request', (request) => {
    addresses.push(request.url(), request.headers()['referer'] ?? '');
  });
  await tab.goto(link);
  await tab.locator('#form').waitFor();
  const token = new URL(link).hash.slice(1);
  assert.ok(addresses.length >= 6);
  // The browser reports the address of the document with its fragment, which it does not send.
  const sent = addresses.map((address) => address.split('#')[0]);
  assert.ok(!sent.some((address) => address?.includes(token)));
  await tab.close();
});

const facts = [
  { name: 'responsible', value: 'Mara Keller (mara@aare.example)' },
  { name: 'expires', value: '2027-03-01T08:00:00Z' },
  { name: 'description', value: 'Construction of the bridge over the Aare '.repeat(4) },
];

test('axe-core finds nothing on the page, on phone and desktop, in light and dark, and nothing is cut off', async () => {
  const findings: string[] = [];
  for (const viewport of [phone, desktop]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [kind, personId] of [
        ['renew', 'mara'],
        ['name_deputy', 'tomas'],
      ] as const) {
        const name = `${kind}-${viewport.width}-${colorScheme}`;
        const { tab } = await opened(
          { kind, data: { people, facts } },
          { viewport, colorScheme },
          personId,
        );
        await tab.getByRole('radio').first().check();
        findings.push(...(await findingsIn(tab, name)));
        if (pictures !== undefined) {
          await tab.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
        }
        await tab.close();
      }
      const refused = await browser.newPage({ viewport, colorScheme });
      await refused.goto(`${page.baseUrl}/decide#x`);
      await refused.locator('#refused').waitFor();
      const name = `refused-${viewport.width}-${colorScheme}`;
      findings.push(...(await findingsIn(refused, name)));
      if (pictures !== undefined) await refused.screenshot({ path: `${pictures}/${name}.png` });
      await refused.close();
    }
  }
  assert.deepEqual(findings, []);
});

test('the contact of the tenant is below the question in each language, on a phone, in light and dark', async () => {
  const findings: string[] = [];
  for (const [language, contact] of Object.entries(contacts)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const name = `contact-${language}-${colorScheme}`;
      const assignees = [{ ...mara, language }] as const;
      const { tab } = await opened({ kind: 'renew', assignees, data: { facts } }, { colorScheme });
      assert.equal(await tab.locator('#contact').textContent(), contact);
      assert.equal(await tab.locator('html').getAttribute('lang'), language);
      const [button, line] = await Promise.all(
        ['#send', '#contact'].map((place) => tab.locator(place).boundingBox()),
      );
      assert.ok(button && line && line.y >= button.y + button.height, `${name} is below`);
      findings.push(...(await findingsIn(tab, name)));
      if (pictures !== undefined) {
        await tab.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
      }
      await tab.close();
    }
  }
  assert.deepEqual(findings, []);
});

async function findingsIn(tab: Page, name: string): Promise<string[]> {
  const found = await axeFindings(tab);
  const isCutOff = await tab.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [...found, ...(isCutOff ? ['wider than the window'] : [])].map(
    (finding) => `${name}: ${finding}`,
  );
}

test('a person who signed in decides an open task from the list of the own groups', async () => {
  const task = await page.openTask({ kind: 'renew', decisions: 'signed_in' });
  const tab = await openedMine();
  assert.match(
    (await tab.locator('#mine-groups').textContent()) ?? '',
    /responsible, owner.*June 30/s,
  );
  await tab.getByRole('button', { name: 'Decide' }).first().click();
  await tab.locator('#form').waitFor();
  await tab.locator('input[value=renew]').check();
  await tab.locator('button#send').click();
  await tab.getByRole('button', { name: 'Back to my groups' }).click();
  await tab.locator('#mine').waitFor();
  assert.deepEqual(await stateOf(task), { state: 'done', outcome: 'renew' });
  await tab.close();
});

test('the page of the own groups is accessible on a phone and on a desktop, light and dark', async () => {
  await page.openTask({ kind: 'renew' });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [phone, desktop]) {
      const tab = await openedMine({ viewport, colorScheme, locale: 'de-DE' });
      assert.equal(await tab.locator('#mine-title').textContent(), 'Meine Gruppen');
      assert.deepEqual(await axeFindings(tab), []);
      const width = await tab.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${width} is wider than ${viewport.width}`);
      if (pictures !== undefined) {
        const name = `mine-${colorScheme}-${viewport.width}.png`;
        await tab.screenshot({ path: `${pictures}/${name}`, fullPage: true });
      }
      await tab.close();
    }
  }
});
