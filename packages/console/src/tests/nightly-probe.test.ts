// The card of the nightly probe in a real browser: the schedule is set, taken back and read, a person asks for one probe, and a
// verdict that changed comes first.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, type Pages, startPages } from './pages.ts';

let pages: Pages;
before(async () => {
  // Without a worker, a probe that is asked for waits.
  pages = await startPages({ ROLES: 'api' });
  const { body } = await pages.admin.get('directory');
  const guid = '11111111-2222-4333-8444-555555555555';
  const answer = await pages.admin.call(
    'PUT',
    'directory/microsoft365',
    { entraTenantId: guid, clientId: guid, credential: 'secret', secret: 'a-secret' },
    { 'if-match': `"${String(body.etag)}"` },
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
});
after(() => pages.close());

const cardOf = (page: Page) => page.locator('#probes');
const nightly = async () => (await pages.admin.get('directory')).body.nightlyProbe as unknown;

async function open(): Promise<Page> {
  const page = await pages.signedIn({ locale: 'en-US' });
  await pages.visit(page, '/directory');
  await cardOf(page).getByRole('heading', { name: 'Nightly probe' }).waitFor();
  return page;
}

test('the night is set, refused beside its field, and taken back by Undo', async () => {
  const page = await open();
  const card = cardOf(page);
  await card.getByText('The service does not probe the connection by itself.').waitFor();
  await card.getByText('The connection has not been probed yet.').waitFor();
  await card.getByRole('button', { name: 'Edit the nightly probe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the nightly probe' });
  assert.equal(await dialog.getByLabel('Owner').count(), 0, 'no night has no owner');
  await dialog.getByLabel('Hour').selectOption('3');
  await dialog.getByLabel('Guest').fill('guest@elsewhere.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').first().waitFor();
  assert.equal(await nightly(), null);
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByLabel('Owner').fill('kim@nordlicht.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card.getByText('Each night at 03:00').waitFor();
  await card.getByText('Owner of the group: kim@nordlicht.example.').waitFor();
  assert.deepEqual(await nightly(), {
    hour: 3,
    owner: 'kim@nordlicht.example',
    guest: 'guest@elsewhere.example',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.getByText('The service does not probe the connection by itself.').waitFor();
  assert.equal(await nightly(), null);
});

test('a probe that is asked for is announced once, and a reader sees the table with the changed assumption first', async () => {
  const { tenantId, database } = pages.service;
  const at = '2027-01-05T02:00:00Z';
  const assumption = (name: string, verdict: string) => ({
    name,
    state: verdict,
    seen: `${name} seen`,
    durationMs: 40,
    assumed: name,
    simulated: name,
    verdict,
    since: at,
  });
  await database.query(
    `insert into connection_probes (tenant_id, probe_id, origin, asked_at, started_at, finished_at, outcome, assumptions)
     values ($1, gen_random_uuid(), 'night', $2, $2, $2, 'done', $3)`,
    [
      tenantId,
      at,
      JSON.stringify([
        assumption('creation_repeated', 'as_assumed'),
        assumption('marker_kept', 'changed'),
      ]),
    ],
  );
  const page = await open();
  const card = cardOf(page);
  await card.getByText('Microsoft changed one assumption.').waitFor();
  const verdicts = await card.getByRole('table').first().getByRole('row').allInnerTexts();
  assert.match(verdicts[1] ?? '', /marker_kept[\s\S]*Changed/);
  assert.match(verdicts[2] ?? '', /creation_repeated[\s\S]*As assumed/);
  await card.getByRole('button', { name: 'Probe now' }).click();
  await card.getByRole('status').getByText('A probe begins within a minute.').waitFor();
  assert.equal(
    await card.getByRole('button', { name: 'Probe now' }).getAttribute('aria-disabled'),
    'true',
  );
  const rows = await database.query(
    "select from connection_probes where tenant_id = $1 and origin = 'person' and finished_at is null",
    [tenantId],
  );
  assert.equal(rows.length, 1);
  assert.deepEqual(await axeFindings(page), []);

  await pages.service.signInLink('reader@nordlicht.example', 'reader');
  const reader = await pages.signedIn({ locale: 'en-US' }, 'reader@nordlicht.example');
  await pages.visit(reader, '/directory');
  await cardOf(reader).getByText('Microsoft changed one assumption.').waitFor();
  assert.equal(await cardOf(reader).getByRole('button', { name: 'Probe now' }).count(), 0);
  assert.deepEqual(pages.troubles, []);
});
