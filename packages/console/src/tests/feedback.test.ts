// Toasts after a change: Undo restores the state before it, and a link leads to what was made. In these pages, the time
// of a toast does not pass, so that no test depends on it. The seed draws a third of the changes that are undone;
// feedback.long.ts undoes all of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everyNth } from '../../../service/testing/drawn.ts';
import { changes, startToastTrial, type ToastTrial, undoRestores } from './toasts.ts';

let trial: ToastTrial;
before(async () => {
  trial = await startToastTrial();
});
after(() => trial.pages.close());

for (const change of everyNth(changes, 3)) {
  test(`Undo restores what was before the change: ${change.name}`, () =>
    undoRestores(trial, change));
}

test('Undo of a released hold has the reason of the hold', async () => {
  const { pages, page, toast, press, fill, read, teamId } = trial;
  await pages.admin.call('PUT', `teams/${teamId}/hold`, { reason: 'Lawsuit' });
  await pages.visit(page, `/groups/${teamId}`);
  await press('Release hold');
  await fill({}, 'Release hold');
  const released = toast('Hold released: Project harbour');
  await released.getByRole('button', { name: 'Undo' }).click();
  await toast('The change was undone.').waitFor();
  // The page shows it, too.
  await page.getByText('Lawsuit').waitFor();
  assert.equal((await read(`teams/${teamId}`)).lifecycle.hold.reason, 'Lawsuit');
});

test('Undo works after the page was left, and overwrites no later change', async () => {
  const { pages, page, toast, press, fill, read, organisationId } = trial;
  const edit = async (name: string) => {
    await pages.visit(page, '/organisations');
    await press(/^Actions for (?:Energy|Power)$/);
    await press(/^Edit (?:Energy|Power)$/);
    await fill({ Name: name }, 'Save');
    await page.getByRole('link', { name: 'Lifecycle', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Lifecycle' }).waitFor();
    return toast(`${name} was saved.`).getByRole('button', { name: 'Undo' });
  };
  await (await edit('Power')).click();
  await toast('The change was undone.').waitFor();
  assert.equal((await read(`organisations/${organisationId}`)).name, 'Energy');

  const undo = await edit('Power');
  const { identifier, etag } = await read(`organisations/${organisationId}`);
  const other = await pages.admin.call(
    'PUT',
    `organisations/${organisationId}`,
    { name: 'Energy', identifier: `${identifier}-2` },
    { 'if-match': `"${etag}"` },
  );
  assert.equal(other.status, 200);
  await undo.click();
  await toast('The change could not be undone.').waitFor();
  assert.equal((await read(`organisations/${organisationId}`)).identifier, `${identifier}-2`);
});

test('a toast stays while it has the focus or the pointer, and the keyboard reaches its button', async () => {
  const { pages, page, toast, press, read } = trial;
  await pages.visit(page, '/sandbox');
  await press('Disable Rune Berg');
  const shown = toast('Rune Berg was disabled.');
  await shown.waitFor();
  const timer = page.locator('[data-timer-status]');
  const running = page.locator('[data-timer-status=running]');
  const paused = page.locator('[data-timer-status=paused]');
  await running.waitFor({ state: 'attached' });
  await page.keyboard.press('Control+m');
  await paused.waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  const undo = shown.getByRole('button', { name: 'Undo' });
  assert.ok(await undo.evaluate((element) => element === document.activeElement));
  await undo.evaluate((element) => element.blur());
  await running.waitFor({ state: 'attached' });
  // The pointer may be where the toast is: it has to arrive there.
  await page.mouse.move(0, 0);
  await shown.hover();
  await paused.waitFor({ state: 'attached' });
  assert.equal(await timer.count(), 1);

  await page.keyboard.press('Control+m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await toast('The change was undone.').waitFor();
  assert.equal((await read('directory/people?search=rune')).items[0]?.enabled, true);
});

test('a toast after something was made leads to it', async () => {
  const { pages, page, toast, press, send, fill } = trial;
  const follow = async (title: string, link: string, address: RegExp) => {
    await toast(title).getByRole('button', { name: link }).click();
    await page.waitForURL(address);
  };
  await pages.visit(page, '/organisations');
  await press('Add organization');
  await fill({ Name: 'Harbour', Identifier: 'harbour' }, 'Add');
  await follow('Harbour was added.', 'Add template', /\/organisations\/[^/]+\/new-template$/);
  await page.getByRole('textbox', { name: 'Template name' }).fill('Crew');
  await page.getByRole('textbox', { name: 'Identifier' }).fill('crew');
  await press('Create template');
  await follow('Template Crew was created.', 'Create group', /\/groups\?new=group$/);

  await pages.visit(page, '/api-keys');
  await press('Add key');
  await send({ 'Descriptive name': 'Ledger' }, 'Create key');
  await press('Done');
  await follow('Ledger was added.', 'Open key', /\/api-keys\/[^/]+$/);
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();

  await pages.visit(page, '/webhooks');
  await press('Add endpoint');
  await send({ Address: 'https://hooks.nordlicht.example/b' }, 'Add');
  await press('Done');
  const added = 'https://hooks.nordlicht.example/b was added.';
  await follow(added, 'Open endpoint', /\/webhooks\/[^/]+$/);

  await pages.visit(page, '/administrators');
  await press('Invite person');
  await send({ 'Email address': 'elin@nordlicht.example' }, 'Invite');
  await press('Done');
  await follow('elin@nordlicht.example was added.', 'Open person', /\/administrators\/[^/]+$/);
});

test('a toast has no link to the page that is shown', async () => {
  const { pages, page, toast, press, fill, teamId } = trial;
  await pages.visit(page, `/groups/${teamId}`);
  await press('Edit');
  await fill({ Description: 'Quays and cranes' }, 'Save');
  const requested = toast('The change of Project harbour was requested.');
  await requested.waitFor();
  assert.equal(await requested.getByRole('button').count(), 0);
});

test('a saved view that was removed comes back by Undo', async () => {
  const { pages, page, toast, press, fill } = trial;
  await pages.visit(page, '/groups?status=failed');
  const openViews = () => page.locator('.command-bar').getByRole('button').first().click();
  await openViews();
  await press('Save this view…');
  await fill({ Name: 'Broken' }, 'Save view');
  await openViews();
  await press('Remove view Broken');
  const removed = toast('The view Broken was removed.');
  await removed.getByRole('button', { name: 'Undo' }).click();
  await toast('The change was undone.').waitFor();
  await openViews();
  await page.getByRole('button', { name: 'Remove view Broken' }).waitFor();
});

test('the result of a test is that of the address of the webhook', async () => {
  const { pages, page, press, fill, endpointId } = trial;
  await pages.visit(page, `/webhooks/${endpointId}`);
  const report = { outcome: 'delivered', statusCode: 200, durationMs: 5, detail: null };
  await page.route('**/test', (route) =>
    route.fulfill({ json: { ...report, answerExcerpt: null } }),
  );
  await press('Send test');
  const result = page.getByText('Test delivered');
  await result.waitFor();
  await press('Edit');
  await fill({ Address: 'https://hooks.nordlicht.example/elsewhere' }, 'Save');
  await page.getByRole('main').getByText('https://hooks.nordlicht.example/elsewhere').waitFor();
  assert.equal(await result.count(), 0);
  await page.unroute('**/test');
});
