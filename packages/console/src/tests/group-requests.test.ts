// An administrator corrects a failed request where it is seen, and requests new groups.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startOfDay } from '../messages/zoned-day.ts';
import { creationEnds, holdBack, makeProject, type Pages, problem, startPages } from './pages.ts';

let pages: Pages;
let failedId: string;
let create: Awaited<ReturnType<typeof makeProject>>['create'];
before(async () => {
  pages = await startPages();
  const project = await makeProject(pages);
  const { addTemplate } = project;
  ({ create } = project);
  await addTemplate({ name: 'Project', identifier: 'project' });
  await addTemplate({
    name: 'Site',
    identifier: 'site',
    mailNicknamePattern: 'site-{{place}}',
    displayNamePattern: 'Site {{place}}',
    properties: { region: { type: 'choice', choices: ['North', 'South'], required: true } },
  });
  failedId = await create('prj-leaver', 'project', 'gone@nordlicht.example');
});
after(() => pages.close());

// A failed test must not leave its routes to the next.
afterEach(async () =>
  (await pages.reader({ locale: 'en-US' })).unrouteAll({ behavior: 'ignoreErrors' }),
);

test('a figure of a report leads to the groups of its day in UTC, in every time zone', async () => {
  const { templateId, status } = await creationEnds(pages, failedId);
  assert.equal(status, 'failed');
  // The first moment of a day in UTC, which is another day west of Greenwich.
  const [moved] = await pages.service.database.query<{ today: string }>(
    `update teams set created_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' where team_id = $1
     returning to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as today`,
    [failedId],
  );
  assert.ok(moved);
  const { today } = moved;
  const page = await pages.signedIn({ locale: 'en-US', timezoneId: 'America/Los_Angeles' });
  // The page stays on that day, also past midnight.
  await page.clock.setFixedTime(`${today}T12:00:00Z`);
  const report = `/reports?range=7&templateId=${templateId}`;
  const isThere = async () => {
    await page.getByText('1 group', { exact: true }).waitFor();
    const filters = new URL(page.url()).searchParams;
    assert.equal(filters.get('template'), templateId);
    return filters;
  };
  await pages.visit(page, report);
  await page.getByRole('link', { name: /People not found/ }).click();
  const ofWeek = await isThere();
  assert.equal(ofWeek.get('until'), startOfDay(today, 'UTC', 1));
  assert.equal(ofWeek.get('from'), startOfDay(today, 'UTC', -6));

  await pages.visit(page, report);
  await page.getByRole('link', { name: /1 Failed/ }).focus();
  await page.keyboard.press('Enter');
  const ofDay = await isThere();
  assert.deepEqual(
    [ofDay.get('from'), ofDay.get('until')],
    [startOfDay(today, 'UTC'), startOfDay(today, 'UTC', 1)],
  );
  await page.getByText(/^Requested: .* \(UTC\)/).waitFor();
  await page.getByRole('button', { name: 'Any time' }).click();
  await page.getByLabel('Requested from').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('from'), null);

  await pages.visit(page, report);
  await page.locator('a.day').click();
  await isThere();
  await pages.visit(page, report);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('table').first().getByRole('link', { name: '1', exact: true }).click();
  assert.equal((await isThere()).get('status'), 'failed');
  await page.context().close();
});

test('a failed request has its wrong field marked, is corrected and sent again', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/groups/${failedId}`);
  await page.getByRole('button', { name: 'Edit and retry' }).click();
  const panel = page.getByRole('dialog', { name: /Edit and retry/ });
  await panel.locator('[aria-invalid=true]').waitFor();
  assert.equal(await panel.locator('[aria-invalid=true]').inputValue(), 'gone@nordlicht.example');
  await panel.getByLabel('Responsible').fill('mara@nordlicht.example');
  await panel.getByText('The request can be created.').waitFor();
  await panel.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Retry of a').waitFor();
  const { body } = await pages.admin.get('teams?status=failed&superseded=false');
  assert.deepEqual(body.items, []);
});

test('a failed request and its retry are one row, and the page of the group has both attempts', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  const grid = page.getByRole('grid', { name: 'Groups' });
  const named = grid.getByRole('link', { name: 'Project leaver', exact: true });
  await pages.visit(page, '/groups?search=leaver');
  await page.getByText('1 group', { exact: true }).waitFor();
  await grid.getByText('attempt 2', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Retries').selectOption('All attempts');
  await page.getByText('2 groups', { exact: true }).waitFor();
  await grid.getByTitle('Retried').waitFor();
  assert.equal(await named.count(), 2);
  await page.getByLabel('Retries').selectOption('Newest attempt only');
  await page.getByText('1 group', { exact: true }).waitFor();

  await named.click();
  await page.getByText('Both attempts').click();
  const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  assert.equal(await attempts.count(), 2);
  await attempts.nth(0).getByText('People not found').waitFor();
  assert.equal(await attempts.nth(1).getByText('Attempt 2').getAttribute('aria-current'), 'page');
  await attempts.nth(0).getByRole('link', { name: 'Attempt 1', exact: true }).click();
  await page.getByRole('link', { name: 'attempt 2', exact: true }).waitFor();
  assert.equal(new URL(page.url()).pathname.split('/').at(-1), failedId);
});

const groupsNamed = async (search: string) =>
  (await pages.admin.get(`teams?search=${search}&total=true`)).body.total as number;

test('a new group is requested by keyboard with what its template asks for, and its page shows the progress', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/groups');
  await page.getByRole('button', { name: 'New group' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'New group' });
  // There is only one organisation.
  await panel.getByLabel('Template').selectOption('Site');
  await panel.getByLabel('place').focus();
  assert.equal(await panel.getByRole('textbox', { name: 'Alias' }).count(), 0);
  assert.equal(await panel.locator('[aria-invalid=true]').count(), 0);
  await page.keyboard.type('bergen');
  await page.keyboard.press('Tab');
  await page.keyboard.press('S');
  await panel.getByLabel('Responsible').focus();
  await page.keyboard.type('mara');
  await panel.getByRole('listbox').getByText('Mara Lindqvist').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const summary = panel.getByRole('region', { name: 'This will be created' });
  await summary.getByText('site-bergen').waitFor();
  await summary.getByText('Mara Lindqvist').waitFor();
  assert.equal(await groupsNamed('site-bergen'), 0);
  const release = await holdBack(page, /\/teams$/);
  const told = page.locator('.fui-Toast', { hasText: 'was requested' }).waitFor();
  const toldAbout = page.locator('.fui-Toast', { hasText: 'Site bergen was requested.' });
  const isSent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/teams'),
  );
  await panel.getByLabel('Deputy').press('Enter');
  await isSent;
  // Input that comes too late is not what was requested.
  await panel.getByLabel('place').fill('bodo');
  release();
  await told;
  await toldAbout.waitFor();
  await page.getByRole('heading', { name: 'Site bergen' }).waitFor();
  await page.getByText('site-bergen').first().waitFor();
  assert.match(page.url(), /\/groups\/[0-9a-f-]{36}$/);
  assert.equal(await groupsNamed('site-bergen'), 1);
});

test('a request that would fail is not sent: its fields are marked, and nothing typed is lost by accident', async () => {
  const page = await pages.signedIn({ locale: 'de-DE' });
  await pages.visit(page, '/groups?new=group');
  const panel = page.getByRole('dialog', { name: 'Neue Gruppe' });
  await panel.getByRole('button', { name: 'Gruppe erstellen' }).click();
  await panel.locator('select[aria-invalid=true]').waitFor();
  await panel.getByLabel('Vorlage').selectOption('Project');
  await panel.getByLabel('Anzeigename').fill('Never');
  await panel.getByLabel('Alias').fill('never');
  await panel.getByLabel('Verantwortliche Person').fill('gone@nordlicht.example');
  await panel.getByRole('button', { name: 'Gruppe erstellen' }).click();
  await panel.locator('input[aria-invalid=true]').waitFor();
  assert.equal(await panel.locator(':focus').inputValue(), 'gone@nordlicht.example');
  assert.equal(await groupsNamed('never'), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  assert.equal(await panel.getByLabel('Alias').inputValue(), 'never');
  await panel.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();
  await panel.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /new=/);
  await page.context().close();
});

test('of a new request, a screen reader reads the faults of what was typed, each once', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, '/groups?new=group');
  const panel = page.getByRole('dialog', { name: 'New group' });
  await panel.getByLabel('Template').selectOption('Project');
  // By the plan of the empty form, values are missing.
  await panel.getByText('Fill in the required fields').waitFor();
  const alerts = await panel.evaluateHandle((dialog) => {
    const read: string[] = [];
    const shown = new Map<Element | null, string>();
    new MutationObserver(() => {
      for (const field of dialog.querySelectorAll('.fui-Field')) {
        const alert = field.querySelector('[role=alert]')?.textContent ?? '';
        if (alert !== '' && alert !== shown.get(field)) read.push(alert);
        shown.set(field, alert);
      }
    }).observe(dialog, { childList: true, subtree: true, characterData: true });
    return read;
  });
  const fields = {
    'Display name': 'Harbour',
    Alias: 'harbour',
    Responsible: 'nobody',
    Deputy: 'gone@nordlicht.example',
  };
  const { promise: isFilledIn, resolve: fillIn } = Promise.withResolvers<void>();
  await page.route('**/teams/plan', async (route) => {
    await isFilledIn;
    await route.fallback();
  });
  // Where a typed person would be called unknown by the form itself.
  const isLookedUp = page.waitForResponse('**/people/lookup');
  for (const [label, value] of Object.entries(fields)) {
    await panel.getByLabel(label).fill(value);
    await panel.getByLabel(label).blur();
  }
  await isLookedUp;
  fillIn();
  await panel.locator('[aria-invalid=true]').nth(1).waitFor();
  assert.deepEqual(await alerts.jsonValue(), [
    'Enter an email address or a user ID.',
    'gone@nordlicht.example is not in the directory.',
  ]);
});

test('a corrected retry says nothing of the input before, and nothing of what is being typed', async () => {
  const teamId = await create('prj-corrected', 'project', 'gone@nordlicht.example');
  await creationEnds(pages, teamId);
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/groups/${teamId}`);
  await page.getByRole('button', { name: 'Edit and retry' }).click();
  const panel = page.getByRole('dialog', { name: /Edit and retry/ });
  const faults = panel.locator('[aria-invalid=true]');
  await panel.getByText('Fix the highlighted fields.').waitFor();
  await panel.getByLabel('Responsible').fill('mara@nordlicht.example');
  await panel.getByText('The request can be created.').waitFor();
  assert.equal(await faults.count(), 0);
  const alias = panel.getByLabel('Alias');
  const isPlanned = page.waitForResponse('**/teams/plan');
  await alias.fill('prj corrected');
  await (await isPlanned).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  assert.equal(await faults.count(), 0, 'of an alias that is still typed');
  assert.equal(await panel.getByText('Fix the highlighted fields.').count(), 0);
  await alias.blur();
  await faults.and(alias).waitFor();
  await panel.getByText('Fix the highlighted fields.').waitFor();
  await alias.fill('prj-corrected');
  await panel.getByText('The request can be created.').waitFor();

  // The service refuses what its plan allowed.
  await page.route('**/retry/edited', (route) =>
    route.fulfill(
      problem(422, 'validation_failed', 'No.', [
        { pointer: '/mailNickName', code: 'taken', detail: 'The alias was taken.' },
      ]),
    ),
  );
  await panel.getByRole('button', { name: 'Retry' }).click();
  await faults.and(alias).waitFor();
  await alias.fill('prj-corrected-2');
  assert.equal(await faults.count(), 0, 'of the alias before');
});

test('a reader sees no way to request a group', async () => {
  await pages.admin.call('POST', 'administrators', {
    email: 'rea@nordlicht.example',
    role: 'reader',
  });
  const page = await pages.signedIn({ locale: 'en-US' }, 'rea@nordlicht.example');
  await pages.visit(page, '/groups?new=group');
  await page.getByRole('grid', { name: 'Groups' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'New group' }).count(), 0);
  await page.context().close();
});
