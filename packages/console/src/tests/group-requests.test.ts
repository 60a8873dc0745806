// An administrator corrects a failed request where it is seen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let failedId: string;
before(async () => {
  pages = await startPages();
  const { organisationId, create } = await makeProject(pages);
  await pages.admin.call('POST', `organisations/${organisationId}/templates`, {
    name: 'Project',
    identifier: 'project',
    mailNicknamePattern: '',
    displayNamePattern: '',
  });
  failedId = await create('prj-leaver', 'project', 'gone@nordlicht.example');
});
after(() => pages.close());

test('a failed request has its wrong field marked, is corrected and sent again', async () => {
  const page = await pages.signedIn({ locale: 'en-US' });
  await page.goto(pages.url(`/groups/${failedId}`));
  await page.getByRole('button', { name: 'Edit and retry' }).click();
  const panel = page.getByRole('dialog', { name: /Edit and retry/ });
  await panel.locator('[aria-invalid=true]').waitFor();
  assert.equal(await panel.locator('[aria-invalid=true]').inputValue(), 'gone@nordlicht.example');
  await panel.getByLabel('Responsible').fill('mara@nordlicht.example');
  await panel.getByText('The request can be created.').waitFor();
  await panel.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Retry of a').waitFor();
  const { body } = await pages.admin.get('groups?status=failed&superseded=false');
  assert.equal(body.total, 0);
  await page.context().close();
});
