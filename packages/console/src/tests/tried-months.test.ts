// The steward of an organisation and the notices of the tenant in a real browser: their effect on groups is shown before they
// are saved, each group by its name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startMailServer } from '../../../service/testing/mail-server.ts';
import { creationEnds, makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let organisationId: string;
let page: Page;

before(async () => {
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  const project = await makeProject(pages);
  ({ organisationId } = project);
  await pages.admin.call('POST', 'directory/people', {
    email: 'ida@nordlicht.example',
    name: 'Ida Berg',
  });
  await project.addTemplate({
    name: 'Short',
    identifier: 'short',
    policy: {
      lifecycle: {
        expires: { after: 'P60D' },
        remindBefore: ['P14D', 'P3D'],
        unanswered: 'archive',
      },
    },
  });
  await project.addTemplate({ name: 'Lasting', identifier: 'lasting' });
  for (const [alias, template] of [
    ['prj-ferry', 'short'],
    ['prj-quay', 'lasting'],
  ] as const) {
    await creationEnds(pages, await project.create(alias, template));
  }
  page = await pages.signedIn();
});
after(() => pages.close());

const next = (within: Locator) => within.getByText('Effect in the next twelve months');

test('a steward is chosen beside the organization, and the groups that the choice makes different are named before it is saved', async () => {
  await pages.visit(page, '/organisations');
  const card = page.locator('.card', { hasText: 'Energy' });
  await card.getByText('No steward').waitFor();
  await page.getByRole('button', { name: 'Actions for Energy' }).click();
  await page.getByRole('button', { name: 'Edit Energy' }).click();
  const dialog = page.getByRole('dialog');
  await next(dialog).click();
  await dialog.getByText('Nothing is different from what is saved now.').waitFor();
  const steward = dialog.getByLabel('Steward');
  await steward.fill('nobody');
  await dialog.getByText('There is no preview while a field has a fault.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('[aria-invalid=true]').and(steward).waitFor();
  await steward.fill('ida');
  await dialog.getByRole('option', { name: /Ida Berg/ }).click();
  await dialog.getByText('1 group is different from what is saved now.').waitFor();
  const named = dialog.getByRole('listitem').filter({ hasText: 'Different' });
  await named.getByRole('link', { name: 'Project ferry' }).waitFor();
  assert.match(await named.innerText(), /question .+ reminder .+ archived /s);
  assert.equal(await stewardOf(), null, 'a preview changes nothing');
  const aboutThePast = dialog.getByText('No record says in full when which account was closed.');
  assert.equal(await aboutThePast.count(), 0);

  await dialog.getByText('Effect in the last twelve months').click();
  // The group is new.
  await dialog.getByText(/^0 questions, /).waitFor();
  await aboutThePast.waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Steward: Ida Berg').waitFor();
  assert.equal(await stewardOf(), 'ida@nordlicht.example');

  await page.locator('.fui-Toast').getByRole('button', { name: 'Undo' }).click();
  await card.getByText('No steward').waitFor();
  assert.equal(await stewardOf(), null);
});

async function stewardOf(): Promise<string | null> {
  return (await pages.admin.get(`organisations/${organisationId}`)).body.steward;
}

test('the sender and the days of messages are saved with their faults at their fields, and the effect on groups is shown before', async () => {
  await pages.visit(page, '/messages/texts');
  const main = page.getByRole('main');
  const save = main.getByRole('button', { name: 'Save', exact: true });
  const isSaved = async () => {
    const response = page.waitForResponse((one) => one.request().method() === 'PUT');
    await save.click();
    assert.equal((await response).status(), 200);
  };
  const sender = main.getByLabel('Messages are sent');
  const invalid = main.locator('[aria-invalid=true]');
  await next(main).click();
  await main.getByText('Nothing is different from what is saved now.').waitFor();
  await sender.selectOption('none');
  await main.getByText('no policy archives or deletes groups').waitFor();
  await main.getByText(/^1 question, 0 archived/).waitFor();
  const named = main.getByRole('listitem').filter({ hasText: 'Different' });
  await named.getByRole('link', { name: 'Project ferry' }).waitFor();

  await sender.selectOption('smtp');
  await main.getByText('There is no preview while a field has a fault.').waitFor();
  await save.click();
  await invalid.and(main.getByLabel('Address of the sender')).waitFor();
  await invalid.and(main.getByLabel('Mail server')).waitFor();
  await main.getByLabel('Address of the sender').fill('groups@nordlicht.example');
  await main.getByLabel('Mail server').fill('mail.nordlicht.example');
  await main.getByLabel('User name').fill('mailer');
  await save.click();
  const password = main.getByLabel('Password');
  await invalid.and(password).waitFor();
  await password.fill('a-password');
  await main.getByText('Nothing is different from what is saved now.').waitFor();
  await main.getByLabel('Time zone').selectOption('Pacific/Auckland');
  await main.getByLabel('Hour of the day').selectOption('0');
  await main.getByText('1 group is different from what is saved now.').waitFor();
  await isSaved();
  await main.getByText('Stored. Leave empty to keep it.').waitFor();
  assert.equal(await password.inputValue(), '', 'a password is not shown again');
  await main.getByText('Nothing is different from what is saved now.').waitFor();
  const { body: stored } = await pages.admin.get('notices');
  const { host, port, security, userName, hasPassword, timeZone, hour } = stored;
  assert.deepEqual(
    { host, port, security, userName, hasPassword, timeZone, hour },
    {
      host: 'mail.nordlicht.example',
      port: 587,
      security: 'starttls',
      userName: 'mailer',
      hasPassword: true,
      timeZone: 'Pacific/Auckland',
      hour: 0,
    },
  );

  // The stored password stays with its server.
  await main.getByLabel('Address for questions').fill('it@nordlicht.example');
  await isSaved();
  assert.equal((await pages.admin.get('notices')).body.hasPassword, true);
  await main.getByLabel('Mail server').fill('other.nordlicht.example');
  await main.getByText('Enter it again').waitFor();
  await save.click();
  await invalid.and(password).waitFor();

  // Another administrator was faster.
  await pages.admin.call('PUT', 'notices', { sender: 'outbox' }, { 'if-match': '*' });
  await password.fill('another-password');
  await save.click();
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await sender.and(main.locator(':has(option[value=outbox]:checked)')).waitFor();
});

test('a test message is sent by the settings of the form, saved or not, and a failure says why', async () => {
  await using server = await mailServer();
  await pages.visit(page, '/messages/texts');
  const main = page.getByRole('main');
  await main.getByLabel('Messages are sent').selectOption('smtp');
  await main.getByLabel('Address of the sender').fill('groups@nordlicht.example');
  await main.getByLabel('Mail server').fill('127.0.0.1');
  await main.getByLabel('Encryption').selectOption('none');
  const port = main.getByLabel('Port', { exact: true });
  await port.fill('0');
  await main.getByRole('button', { name: 'Send test message' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  const to = dialog.getByLabel('Send to');
  assert.equal(await to.inputValue(), 'ada@nordlicht.example');
  await send.click();
  await dialog.getByText('Choose Save in the form to see them at their fields.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await port.fill('1');
  await main.getByRole('button', { name: 'Send test message' }).click();
  await send.click();
  await dialog.getByText('The host refused the connection.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await port.fill(String(server.port));
  await main.getByRole('button', { name: 'Send test message' }).click();
  await to.fill('nobody');
  await send.click();
  await dialog.locator('[aria-invalid=true]').and(to).waitFor();
  await to.fill('ida@nordlicht.example');
  await send.click();
  await page.locator('.fui-Toast', { hasText: 'accepted the test message to ida@' }).waitFor();
  assert.deepEqual(
    server.received.map((mail) => mail.to),
    [['ida@nordlicht.example']],
  );
  assert.notEqual((await pages.admin.get('notices')).body.host, '127.0.0.1', 'nothing is saved');
});

async function mailServer() {
  const server = await startMailServer({ security: 'none' });
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}
