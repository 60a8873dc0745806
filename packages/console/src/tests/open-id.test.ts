// Signing in by OpenID Connect with npm's oidc-provider as the provider, in a real browser.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Provider } from 'oidc-provider';
import { clientSecretPurpose } from '../../../service/src/access/sessions/open-id-sign-in.ts';
import { axeFindings, type Pages, startPages } from './pages.ts';

let pages: Pages;
let provider: Awaited<ReturnType<typeof startProvider>>;
before(async () => {
  pages = await startPages();
  const { service } = pages;
  const callback = `${service.adminUrl}/api/${service.tenantId}/sign-in/callback`;
  provider = await startProvider(callback);
  await service.store.putProvider({
    tenantId: service.tenantId,
    settings: {
      issuer: provider.issuer,
      clientId: 'groupwright',
      scope: 'openid email profile',
      emailClaim: 'email',
      roleClaim: {
        claim: 'roles',
        ownerValues: [],
        administratorValues: ['admins'],
        operatorValues: ['helpdesk'],
        templateEditorValues: [],
        readerValues: ['auditors'],
      },
    },
    clientSecretSealed: service.encryption.encrypt(
      'a-secret-of-the-client',
      clientSecretPurpose(service.tenantId),
    ),
    at: new Date(),
    actor: { kind: 'operator', id: 'test' },
  });
});
after(async () => {
  await pages.close();
  await provider.close();
});

const rolesOf: Readonly<Record<string, readonly string[]>> = {
  'claimed@nordlicht.example': ['admins'],
  'auditor@nordlicht.example': ['auditors', 'others'],
  'helper@nordlicht.example': ['auditors', 'helpdesk'],
};

async function startProvider(callback: string) {
  const server = createServer();
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made = new Provider(issuer, {
    clients: [
      {
        client_id: 'groupwright',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    cookies: { keys: ['for the test alone'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: !id.startsWith('unverified'),
        name: `Person ${id.split('@')[0] ?? ''}`,
        roles: rolesOf[id] ?? [],
      }),
    }),
  });
  server.on('request', made.callback());
  return {
    issuer,
    close: () => {
      const closed = Promise.withResolvers<void>();
      server.closeAllConnections();
      server.close(() => closed.resolve());
      return closed.promise;
    },
  };
}

/** Opens a page, is redirected to sign in, and returns. */
async function signIn(email: string, path = '/api-keys') {
  const context = await pages.browser.newContext();
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(pages.url(path));
  const away = page.getByRole('link', { name: /^Continue with 127/ });
  await away.waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await away.click();
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
  return page;
}

test('a claim makes an administrator, who comes back to the page that was asked for', async () => {
  const page = await signIn('claimed@nordlicht.example');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.getByRole('button', { name: 'Add key' }).waitFor();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByText('Person claimed').first().waitFor();
  await page.context().close();
});

test('another value of the claim makes a reader', async () => {
  const page = await signIn('auditor@nordlicht.example');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add key' }).count(), 0);
  await page.context().close();
});

test('the strongest of several values of the claim decides, and the page shows the roles of each value', async () => {
  const page = await signIn('helper@nordlicht.example', '/sign-in-provider');
  await page.getByText('Operator: helpdesk').waitFor();
  await page.getByText('Reader (view only): auditors').waitFor();
  await page.goto(pages.url('/administrators'));
  const row = page.getByRole('row', { name: /Person helper/ });
  await row.getByText('Operator').waitFor();
  await page.context().close();
});

test('the list admits people without a claim, and no one else', async () => {
  const refused = await signIn('listed@nordlicht.example');
  await refused.getByText('you are not an administrator of this tenant').waitFor();
  await refused.context().close();
  await pages.service.administrators.put(
    pages.service.tenantId,
    { email: 'listed@nordlicht.example', role: 'administrator' },
    { kind: 'operator', id: 'test' },
  );
  const page = await signIn('listed@nordlicht.example', '/');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.context().close();
});

test('an address that the provider did not verify lets nobody in', async () => {
  await pages.service.administrators.put(
    pages.service.tenantId,
    { email: 'unverified@nordlicht.example', role: 'administrator' },
    { kind: 'operator', id: 'test' },
  );
  const page = await signIn('unverified@nordlicht.example');
  await page.getByText('sent no verified email address').waitFor();
  await page.context().close();
});

test('an answer that this browser did not ask for is refused', async () => {
  const context = await pages.open();
  const page = await context.newPage();
  await page.goto(
    `${pages.service.adminUrl}/api/${pages.service.tenantId}/sign-in/callback?code=x&state=y`,
  );
  await page.getByText('did not start in this browser').waitFor();
  await context.close();
});
