// Figures lead to what they count: the days of the lifecycle calendar, and those of the overview and of reports. States and
// ranges say at once that something is wrong.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import { startReceiver } from '../../../service/testing/receiver.ts';
import { creationEnds, makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let heldId: string;
let failing: Awaited<ReturnType<typeof startReceiver>>;
before(async () => {
  failing = await startReceiver((_request, response) => response.writeHead(503).end());
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  const { admin, service } = pages;
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({
    name: 'Short',
    identifier: 'short',
    policy: { lifecycle: { expires: { after: 'P20D' }, remindBefore: ['P5D'] } },
  });
  await create('prj-leaver', 'short', 'gone@nordlicht.example').then((id) =>
    creationEnds(pages, id),
  );
  const teamIds = [await create('prj-harbour', 'short'), await create('prj-tunnel', 'short')];
  heldId = teamIds[1] ?? '';
  for (const teamId of teamIds) {
    await eventually(
      async () => (await admin.get(`teams/${teamId}`)).body.lifecycle?.expiresAt != null,
      'the group has its expiry',
    );
  }
  // One moment, and so one day in every time zone.
  await service.database.query(
    `update group_lifecycles set expires_at = now() + interval '10 days' where tenant_id = $1`,
    [service.tenantId],
  );
  await admin.call('PUT', `teams/${heldId}/hold`, { reason: 'Court' });
});
after(async () => {
  await pages.close();
  await failing.close();
});

const table = (page: Page) => page.getByRole('table').last();
const harbour = (page: Page) => table(page).getByRole('link', { name: 'Project harbour' });
const tunnel = (page: Page) => table(page).getByRole('link', { name: 'Project tunnel' });

test('a day of the lifecycle calendar leads to the groups that it counts, and back to all days', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/lifecycle');
  await tunnel(page).waitFor();
  const day = page.locator('a.day');
  await day.click();
  await page.getByText(/^Only groups of /).waitFor();
  await tunnel(page).waitFor({ state: 'detached' });
  await harbour(page).waitFor();
  const chosen = new URL(page.url()).searchParams;
  assert.equal(chosen.get('show'), 'expiring');

  await page.reload();
  await harbour(page).waitFor();
  assert.equal(await tunnel(page).count(), 0, 'a group on hold does not expire');
  await page.getByRole('button', { name: 'Show all days' }).click();
  await tunnel(page).waitFor();

  await page.getByRole('button', { name: 'Show as table' }).click();
  const figures = page.getByRole('region', { name: 'Groups per day' });
  await figures.getByRole('columnheader', { name: 'Day', exact: true }).waitFor();
  await figures.getByRole('link', { name: '1', exact: true }).click();
  await page.getByText(/^Only groups of /).waitFor();
  assert.deepEqual(
    [...new URL(page.url()).searchParams],
    [
      ['show', 'expiring'],
      ['date', chosen.get('date')],
      ['archives', 'true'],
    ],
  );
  await harbour(page).waitFor();
  assert.deepEqual(pages.troubles, []);
});

test('the failed requests of the overview are the list that their number leads to', async () => {
  const page = await pages.signedIn({ locale: 'en-US', timezoneId: 'America/Los_Angeles' });
  await page.getByRole('link', { name: '1 failed', exact: true }).click();
  await page.getByText('1 group', { exact: true }).waitFor();
  await page.getByRole('grid').getByRole('link', { name: 'Project leaver' }).waitFor();
  await page.context().close();
});

test('the groups of the overview are the list that their number leads to', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/');
  await page.getByRole('link', { name: 'View groups', exact: true }).click();
  await page.getByText('2 groups', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('State').inputValue(), 'existing');
});

test('a duration in a report leads to its groups, and the list says which duration it is', async () => {
  await pages.service.database.query(
    `update provisionings p set completed_at = t.created_at + interval '700 milliseconds' from teams t
     where p.tenant_id = $1 and t.tenant_id = $1 and t.team_id = p.team_id and p.status = 'succeeded'`,
    [pages.service.tenantId],
  );
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/reports');
  await page.getByRole('link', { name: 'Up to 1 sec', exact: true }).click();
  await page.getByText('2 groups', { exact: true }).waitFor();
  await page.getByText('Took: 500 ms – 1 sec').waitFor();
  await page.getByRole('button', { name: 'Any duration' }).click();
  await page.getByText('Took: ').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('status'), 'succeeded');
});

test('the requests in progress of a report lead to their groups', async () => {
  const setStatus = (status: string) =>
    pages.service.database.query(
      'update provisionings set status = $3 where tenant_id = $1 and team_id = $2',
      [pages.service.tenantId, heldId, status],
    );
  await setStatus('accepted');
  const page = await pages.signedIn({ locale: 'en-US' });
  await pages.visit(page, '/reports');
  const row = page.getByRole('row').filter({ hasText: 'Short' });
  // Its last column.
  await row.getByRole('link').last().click();
  await page.getByText('1 group', { exact: true }).waitFor();
  await page.getByRole('grid').getByRole('link', { name: 'Project tunnel' }).waitFor();
  await page.context().close();
  await setStatus('succeeded');
});

test('a figure of a template in a report leads to its groups', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/reports');
  const row = page.getByRole('row').filter({ hasText: 'Short' });
  await row.getByRole('link', { name: '2', exact: true }).click();
  await page.getByText('2 groups', { exact: true }).waitFor();
});

test('a range of a report that ends before it begins is said beside its end, and nothing is asked', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/reports?range=custom&from=2026-12-31&until=2026-12-01');
  const until = page.getByLabel('Until (UTC)');
  await page.getByText('The range ends before it begins.').waitFor();
  assert.equal(await until.getAttribute('aria-invalid'), 'true');
  assert.equal(await page.getByText('until must not be before from').count(), 0);
  await until.fill('2026-12-31');
  await page.getByRole('heading', { name: 'Requests per day (UTC)' }).waitFor();
});

test('at a zoom of 200 percent, a group is seen below the filters', async () => {
  const page = await pages.reader({ locale: 'en-US', viewport: { width: 720, height: 450 } });
  await pages.visit(page, '/groups');
  const row = page.getByRole('row').filter({ hasText: 'Project tunnel' });
  await row.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const bottom = await row.evaluate((element) => element.getBoundingClientRect().bottom);
  assert.ok(bottom <= 450, `it ends at ${bottom} px`);
});

test('a webhook whose test fails is shown as failing, before any event has failed', async () => {
  // No event of this kind happens here.
  const { body } = await pages.admin.call('POST', 'webhooks', {
    url: failing.url,
    types: ['api_key.created'],
  });
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/webhooks/${body.webhook.endpointId}`);
  const state = (text: string) => page.locator('.lead .status', { hasText: text });
  await state('Active').waitFor();
  await page.getByRole('button', { name: 'Send test' }).click();
  await state('Failing').waitFor();
});
