// The time machine of a sandbox in a real browser: an administrator advances the clock, and what was due has happened.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../../service/testing/eventually.ts';
import { axeFindings, makeProject, type Pages, startPages } from './pages.ts';
import { rendered } from './views.ts';

let pages: Pages;
before(async () => {
  pages = await startPages();
});
after(() => pages.close());

test('an administrator advances the clock, and the messages and archives of that time are there', async () => {
  const { service, admin } = pages;
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({
    name: 'Short',
    identifier: 'short',
    policy: { lifecycle: { expires: { after: 'P20D' }, remindBefore: ['P5D'] } },
  });
  await addTemplate({ name: 'Lasting', identifier: 'lasting' });
  const lasting = await create('prj-quay', 'lasting');
  const teamId = await create('prj-harbour', 'short');
  const stateOf = async () => (await admin.get(`teams/${teamId}`)).body.state as string;
  await eventually(async () => (await stateOf()) === 'active', 'the group was created');

  const page = await pages.signedIn();
  await page.goto(pages.url('/sandbox'));
  const machine = page.getByRole('button', { name: 'Advance the clock' });
  await machine.click();
  const dialog = page.getByRole('dialog', { name: 'Advance the clock of the sandbox' });
  await dialog.getByLabel('By', { exact: true }).fill('22');
  assert.deepEqual(await axeFindings(page), []);
  // A double click advances once.
  await dialog.getByRole('button', { name: 'Advance', exact: true }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  const told = page.getByRole('main').getByRole('status');
  await told.getByText('The clock has advanced since').waitFor();
  // The time by the clock moves every second on the way, and is not read aloud each time.
  assert.equal(await told.locator('p').count(), 1);
  // The button behind the dialog fades in.
  await rendered(page);
  assert.deepEqual(await axeFindings(page), []);

  const { body: clock } = await admin.get('directory/clock');
  const ahead = (Date.parse(clock.now) - Date.now()) / 86_400_000;
  assert.ok(ahead > 21.9 && ahead < 22.1, `${ahead} days ahead`);
  assert.equal(await stateOf(), 'archived');
  await page.getByRole('link', { name: 'messages', exact: true }).click();
  await page.getByText('mara@nordlicht.example').first().waitFor();
  const entries = await service.database.query(
    `select from activity where tenant_id = $1 and action = 'tenant.clock_advanced'`,
    [service.tenantId],
  );
  assert.equal(entries.length, 1);

  // A review has times of this clock, and is as far away as by this clock.
  const requested = await admin.call(
    'POST',
    `teams/${lasting}/reviews`,
    { within: 'P3D' },
    { 'idempotency-key': '"quay"' },
  );
  assert.equal(requested.status, 200, JSON.stringify(requested.body));
  await page.goto(pages.url('/to-do?show=reviews&state=all'));
  const row = page.getByRole('row').filter({ hasText: 'prj-quay' });
  await row.locator('time').last().waitFor();
  const times = await row.locator('time').allInnerTexts();
  assert.match(times.at(-1) ?? '', /^(?:now|\d+ (?:seconds?|minutes?) ago)$/);
  for (const time of times.slice(0, -1)) assert.match(time, /^(?:in [23] days|tomorrow)$/);
  assert.deepEqual(pages.troubles, []);
});
