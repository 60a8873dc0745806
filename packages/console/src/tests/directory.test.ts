// The directory connection in a real browser, against a real service and the Graph simulator.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type Addresses,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import type { Page } from 'playwright-core';
import { axeFindings, comeBack, holdBack, type Pages, startPages } from './pages.ts';

let pages: Pages;
let simulator: GraphSimulator;
let addresses: Addresses;
before(async () => {
  simulator = createGraphSimulator({ seed: 'directory page', profile: calm });
  addresses = await simulator.listen();
  setDefaultCACertificates([...getCACertificates('default'), addresses.authority]);
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
});
after(async () => {
  await pages.close();
  await simulator.close();
});

const someGuid = '11111111-2222-4333-8444-555555555555';
const suite = () => {
  const [first] = simulator.tenants;
  assert.ok(first);
  return first;
};

async function open(
  options?: Parameters<Pages['signedIn']>[0],
  button = 'Connect to Microsoft 365',
): Promise<Page> {
  const page = await pages.signedIn(options);
  await pages.visit(page, '/directory');
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByLabel('Directory (tenant) ID').waitFor();
  return page;
}

/** A button that has just been enabled changes its colours for a moment. */
async function findingsAtRest(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  return axeFindings(page);
}

async function fillAddresses(page: Page): Promise<void> {
  await page.getByLabel('Cloud').selectOption('other');
  await page.getByLabel('Microsoft Graph address').fill(addresses.graphBaseUrl);
  await page.getByLabel('Sign-in address').fill(addresses.loginBaseUrl);
}

async function connect(): Promise<void> {
  const { body } = await pages.admin.get('directory');
  const answer = await pages.admin.call(
    'PUT',
    'directory/microsoft365',
    {
      entraTenantId: suite().tenantId,
      clientId: suite().clientId,
      credential: 'secret',
      secret: suite().clientSecret,
      graphBaseUrl: addresses.graphBaseUrl,
      loginBaseUrl: addresses.loginBaseUrl,
    },
    { 'if-match': `"${body.etag}"` },
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

test('a connection is filled in, corrected, tried and saved, and nothing typed is lost on the way', async () => {
  const page = await open();
  const link = (name: string) => page.getByRole('link', { name: `${name} (opens in a new tab)` });
  const consent = link('Grant admin consent');
  assert.equal(await consent.count(), 0, 'there is no application yet');
  const tenant = page.getByLabel('Directory (tenant) ID');
  const secret = page.getByLabel('Client secret');
  const save = page.getByRole('button', { name: 'Save connection' });
  await tenant.fill('contoso.onmicrosoft.com');
  await page.getByLabel('Application (client) ID').fill(suite().clientId);
  await tenant.fill(suite().tenantId);
  await page.getByLabel('Cloud').selectOption('usgov');
  const href = new URL((await consent.getAttribute('href')) ?? '');
  assert.equal(href.origin, 'https://login.microsoftonline.us');
  assert.equal(href.pathname, `/${suite().tenantId}/v2.0/adminconsent`);
  assert.equal(href.searchParams.get('scope'), 'https://graph.microsoft.us/.default');
  assert.equal(href.searchParams.get('redirect_uri'), pages.url('/directory'));
  await tenant.fill('contoso.onmicrosoft.com');
  await secret.fill('wrong-secret');
  await fillAddresses(page);
  await save.click();
  await page.getByText('This must be a GUID').waitFor();
  assert.deepEqual(await findingsAtRest(page), []);

  await tenant.fill(suite().tenantId);
  const address = '**/api/*/directory/microsoft365**';
  await page.route(address, (route) => route.abort());
  await save.click();
  await page.getByText('The service does not respond').waitFor();
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await save.click();
  await page.getByText('returned an error (502)').waitFor();
  await page.unroute(address);
  assert.equal(await secret.inputValue(), 'wrong-secret');

  const tryOut = page.getByRole('button', { name: 'Test connection' });
  await tryOut.click();
  await page.getByText('The connection failed.').waitFor();
  await page.getByText('The client secret is wrong').first().waitFor();
  assert.deepEqual(await findingsAtRest(page), []);
  // A failed test is not saved without a question.
  await save.click();
  await page.getByRole('button', { name: 'Save anyway' }).waitFor();
  assert.equal((await pages.admin.get('directory')).body.kind, 'sandbox');
  await secret.fill(suite().clientSecret);
  await page.getByRole('button', { name: 'Save anyway' }).waitFor({ state: 'detached' });
  await tryOut.click();
  await page.getByText('The connection works.').waitFor();
  const permissions = page.getByRole('list', { name: 'Permissions' }).getByRole('listitem');
  await permissions.filter({ hasText: 'Team.Create' }).getByText('Granted').waitFor();
  assert.equal(await permissions.getByText('Missing').count(), 0);
  await save.click();
  await page.getByRole('heading', { name: 'Microsoft 365' }).waitFor();
  await page.getByText(suite().clientId).waitFor();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The connection works.').waitFor();
  assert.ok(!(await page.content()).includes(suite().clientSecret));
  await page.context().close();
  assert.deepEqual(pages.troubles, []);
});

test('a stored secret stays when its field is empty, and is asked for when it would go elsewhere', async () => {
  await connect();
  const page = await open(undefined, 'Edit connection');
  await page.getByText('Leave this empty to keep the stored value').waitFor();
  assert.equal(await page.getByLabel('Client secret').inputValue(), '');
  await page.getByLabel('Application (client) ID').fill(someGuid);
  await page.getByText('Enter it again. The stored value is sent only').waitFor();
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Enter the client secret again').waitFor();
  assert.deepEqual(await findingsAtRest(page), []);
  await page.getByLabel('Application (client) ID').fill(suite().clientId);
  await page.getByText('Rate limits', { exact: true }).click();
  await page.getByLabel('Create team', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('must be from 1 to').waitFor();
  await page.getByLabel('Create team', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Rate limit: teamCreate').waitFor();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The connection works.').waitFor();
  await page.context().close();
});

test('a lost update is reported, and the input stays until the connection is reloaded', async () => {
  await connect();
  const page = await open(undefined, 'Edit connection');
  await page.getByText('Rate limits', { exact: true }).click();
  await page.getByLabel('Create channel', { exact: true }).fill('11');
  const { body } = await pages.admin.get('directory');
  const { hasSecret: _, addressesGivenBy: __, ...known } = body.microsoft365;
  const { credentialExpiresAt: ___, ...settings } = known;
  await pages.admin.call(
    'PUT',
    'directory/microsoft365',
    { ...settings, limits: { channelCreate: 7 } },
    { 'if-match': `"${body.etag}"` },
  );
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Changed by someone else').waitFor();
  assert.equal(await page.getByLabel('Create channel', { exact: true }).inputValue(), '11');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('Changed by someone else').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Create channel', { exact: true }).inputValue(), '7');
  await page.context().close();
});

test('the form is done by keyboard alone, on a phone in the dark, within the width of the window', async () => {
  await connect();
  const page = await open(
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    'Edit connection',
  );
  assert.deepEqual(await findingsAtRest(page), []);
  const overflows = await page.evaluate(
    () => document.documentElement.scrollWidth > window.innerWidth,
  );
  assert.equal(overflows, false);
  // The first field has the focus; Tab selects its content.
  await page.keyboard.press('Control+A');
  await page.keyboard.type(suite().tenantId);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(suite().clientId);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(suite().clientSecret);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Microsoft 365' }).waitFor();
  await page.context().close();
});

test('on a phone the fault of a refused form wraps, also after the language changed', async () => {
  await connect();
  const page = await open({ viewport: { width: 390, height: 844 } }, 'Edit connection');
  await page.getByLabel('Application (client) ID').fill('none');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Not saved. Fix the highlighted fields.').waitFor();
  await page.evaluate(() => {
    const key = 'groupwright-locale';
    localStorage.setItem(key, JSON.stringify({ language: 'de', timeZone: null }));
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  await page.getByText('Nicht gespeichert. Korrigieren Sie die markierten Felder.').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.context().close();
});

test('a reader sees the connection and is offered no change of it', async () => {
  await connect();
  await pages.service.signInLink('rea@nordlicht.example', 'reader');
  const page = await pages.reader(undefined, 'rea@nordlicht.example');
  await pages.visit(page, '/directory');
  await page.getByText(suite().clientId).waitFor();
  const changing = page.getByRole('button', { name: /Edit connection|Connect to/ });
  assert.equal(await changing.count(), 0);
});

test('the identity of the service is shown as the operator’s, and an administrator changes its limits only', async () => {
  const actor = { kind: 'operator', id: 'test' } as const;
  await pages.service.change(({ tenants }) =>
    tenants.change(actor, pages.service.tenantId, undefined, {
      name: 'Nordlicht',
      directory: {
        kind: 'microsoft365',
        entraTenantId: suite().tenantId,
        credential: 'managed_identity',
      },
      directorySecretSealed: null,
    }),
  );
  const page = await open(undefined, 'Edit connection');
  await page.getByText('Only the operator can change its tenant, identity and cloud').waitFor();
  const clientId = page.getByLabel('Application (client) ID');
  assert.equal(await clientId.isEditable(), false);
  assert.equal(await clientId.getAttribute('placeholder'), 'System-assigned identity');
  assert.equal(await page.getByLabel('Directory (tenant) ID').isEditable(), false);
  assert.equal(await page.getByLabel('Cloud').isEnabled(), false);
  assert.deepEqual(await findingsAtRest(page), []);

  const signsInBy = page.getByLabel('Credential');
  await signsInBy.selectOption('secret');
  await clientId.fill(someGuid);
  await signsInBy.selectOption('managed_identity');
  assert.equal(await clientId.inputValue(), '');
  await page.getByText('Rate limits', { exact: true }).click();
  await page.getByLabel('Create team', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await page.getByText('Rate limit: teamCreate').waitFor();
  await page.getByText('The managed identity of the service, which only the operator').waitFor();
  await page.getByText('None: the system-assigned identity').waitFor();
  await page.context().close();
  assert.deepEqual(pages.troubles, []);
});

test('what was typed during the test of a connection is neither saved over nor lost, and a result is that of its connection', async () => {
  await connect();
  const page = await open(undefined, 'Edit connection');
  const clientId = page.getByLabel('Application (client) ID');
  const save = page.getByRole('button', { name: 'Save connection' });
  await page.getByLabel('Client secret').fill(suite().clientSecret);
  const release = await holdBack(page, '**/microsoft365/test');
  const isTested = page.waitForResponse('**/microsoft365/test');
  let saved = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved += 1;
  });
  await save.click();
  await clientId.fill(someGuid);
  release();
  await (await isTested).finished();
  await save.and(page.locator(':not([aria-disabled=true])')).waitFor();
  assert.equal(await clientId.inputValue(), someGuid);
  assert.equal(saved, 0, 'the values before were saved');

  await clientId.fill(suite().clientId);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  const tryOut = page.getByRole('button', { name: 'Test connection' });
  await tryOut.waitFor();

  // A read that began before the connection was saved, and is answered afterwards.
  const isSaved = Promise.withResolvers<void>();
  const hasBegun = Promise.withResolvers<void>();
  await page.getByRole('button', { name: 'Edit connection' }).click();
  await page.getByText('Rate limits', { exact: true }).click();
  await page.getByLabel('Create team', { exact: true }).fill('6');
  const address = /\/api\/[^/]+\/directory$/;
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      hasBegun.resolve();
      await isSaved.promise;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await comeBack(page);
  await hasBegun.promise;
  await save.click();
  const limit = page.getByText('Rate limit: teamCreate');
  await limit.waitFor();
  isSaved.resolve();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  assert.equal(await limit.count(), 1, 'the connection before');

  await page.waitForFunction(() => document.activeElement?.closest('main .card') != null);
  await tryOut.click();
  await page.getByText('The connection works.').waitFor();
  await page.getByRole('button', { name: 'Switch to the sandbox' }).click();
  await page.getByRole('button', { name: 'Switch to sandbox', exact: true }).click();
  await page.getByText('Built-in sandbox for tests').waitFor();
  assert.equal(await page.getByText('The connection works.').count(), 0, 'of Microsoft 365');
  await page.context().close();
});

test('a tenant without groups goes back to the sandbox', async () => {
  await connect();
  const page = await pages.reader();
  await pages.visit(page, '/directory');
  await page.getByRole('button', { name: 'Switch to the sandbox' }).click();
  await page.getByRole('button', { name: 'Switch to sandbox', exact: true }).click();
  await page.getByText('Built-in sandbox for tests').waitFor();
  assert.deepEqual(pages.troubles, []);
});
