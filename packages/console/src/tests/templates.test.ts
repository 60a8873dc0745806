// Templates in a real browser: their people, a trial before they are saved, and their versions.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { TemplateBody } from '../api/types.ts';
import { comeBack, creationEnds, makeProject, type Pages, problem, startPages } from './pages.ts';

let pages: Pages;
let templateId: string;
let templateWithoutExpiry: string;
const input = {
  name: 'Trail',
  identifier: 'trail',
  mailNicknamePattern: 'prj-{{code}}',
  displayNamePattern: '',
  policy: {
    defaultOwners: ['mara@nordlicht.example'],
    minimumOwners: 1,
    // The editor does not show it.
    notices: { failed: ['steward'] },
  },
};

before(async () => {
  pages = await startPages();
  const { addTemplate, create } = await makeProject(pages);
  const template = await addTemplate(input);
  ({ templateId } = template);
  await create('prj-first', 'trail');
  const path = { name: 'Path', identifier: 'path', policy: {} };
  templateWithoutExpiry = (await addTemplate(path)).templateId;
  await creationEnds(pages, await create('prj-gravel', 'path'));
  const changed = await pages.admin.call(
    'PUT',
    `templates/${templateId}`,
    {
      ...input,
      mailNicknamePattern: 'trail-{{code}}',
      policy: {
        defaultOwners: [],
        minimumOwners: 2,
        lifecycle: { expires: { after: 'P6M' }, unanswered: 'keep' },
        notices: null,
      },
    },
    { 'if-match': `"${template.etag}"` },
  );
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
});
after(() => pages.close());

// A failed test must not leave its routes to the next.
afterEach(async () => (await pages.reader()).unrouteAll({ behavior: 'ignoreErrors' }));

test('each version says in words what it changed, and leads to its groups', async () => {
  const page = await pages.reader();
  await pages.visit(page, `/templates/${templateId}`);
  await page.getByRole('link', { name: 'History' }).click();
  const newest = page.getByRole('row').filter({ hasText: 'Current version' });
  await newest.getByText('Alias pattern: changed from prj-{{code}} to trail-{{code}}').waitFor();
  await newest.getByText('Minimum owners: changed from 1 to 2').waitFor();
  await newest.getByText('Default owners: removed mara@nordlicht.example').waitFor();
  await newest.getByText(/^Show \d+ more changes$/).click();
  await newest.getByText('After the creation (Lifecycle): set to 6 months').waitFor();
  await newest.getByText('If nobody renews (Lifecycle): set to Keep the group').waitFor();
  assert.equal(await newest.getByText('/policy/').count(), 0, 'every setting has a name');
  const oldest = page.getByRole('row').filter({ hasText: 'Version 1' });
  await oldest.getByText('ada@nordlicht.example').waitFor();
  await oldest.getByRole('link', { name: '1 group' }).click();
  await page.getByRole('link', { name: 'Project first' }).waitFor();
  await page.getByLabel('Template version').fill('2');
  await page.getByText('No groups match').waitFor();
});

test('an earlier version is restored as a new one, once it is saved', async () => {
  const page = await pages.signedIn();
  await pages.visit(page, `/templates/${templateId}/history`);
  await page.getByRole('link', { name: 'Restore version 1' }).click();
  await page.getByText('These are the settings of version 1.').waitFor();
  assert.equal(await page.getByLabel('Alias pattern').inputValue(), 'prj-{{code}}');
  const { body: before } = await pages.admin.get(`templates/${templateId}`);
  assert.equal(before.mailNicknamePattern, 'trail-{{code}}', 'nothing changes before it is saved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.getByText('These are the settings of version 1.').waitFor({ state: 'hidden' });
  const { body: restored } = await pages.admin.get(`templates/${templateId}`);
  assert.equal(restored.etag, '3');
  assert.equal(restored.mailNicknamePattern, input.mailNicknamePattern);
  assert.deepEqual(restored.policy.defaultOwners, input.policy.defaultOwners);
  assert.equal(restored.policy.lifecycle, undefined);
  assert.deepEqual(restored.policy.notices.failed, ['steward'], 'what is not shown stays');
  await page.getByRole('link', { name: 'History' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Version 3' })
    .getByText('Current version')
    .waitFor();
  // Another administrator saves the template.
  const version = { 'if-match': `"${restored.etag}"` };
  await pages.admin.call('PUT', `templates/${templateId}`, { ...input, name: 'Trails' }, version);
  await comeBack(page);
  const current = page.getByRole('row').filter({ hasText: 'Version 4' });
  await current.getByText('Current version').waitFor();
  assert.equal(await page.getByText('Current version').count(), 1);
  assert.equal(await current.getByRole('link', { name: /^Restore/ }).count(), 0);
  const back = { 'if-match': '"4"' };
  await pages.admin.call('PUT', `templates/${templateId}`, input, back);
  await page.context().close();
});

test('one who left before a template was saved stays where they are, and gets the message', async () => {
  const page = await pages.reader();
  const { body: template } = await pages.admin.get(`templates/${templateId}`);
  await pages.visit(page, `/organisations/${template.organisationId}/new-template`);
  const answer = Promise.withResolvers<void>();
  await page.route('**/organisations/*/templates', async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('Template name').fill('Glade');
  await page.getByLabel('Identifier').fill('glade');
  await page.getByLabel('Alias pattern').fill('glade-{{counter}}');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Create template' }).click();
  await sent;
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  answer.resolve();
  await page.getByText('Template Glade was created.', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname.endsWith('/people'), true, page.url());
});

test('default people are searched for in the directory, and one who is not there is named', async () => {
  const page = await pages.reader();
  await pages.visit(page, `/templates/${templateId}`);
  const owners = page.getByLabel('Default owners');
  await owners.fill('Lindq');
  await page.getByRole('option', { name: /Mara Lindqvist/ }).click();
  const members = page.getByLabel('Default members');
  await members.fill('nobody@nordlicht.example');
  await members.press('Enter');
  await page.getByText('1 person not found: nobody@nordlicht.example').waitFor();
  await page.getByRole('button', { name: 'Take nobody@nordlicht.example off the list' }).click();
  await members.fill('not an address');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^not an address: /).waitFor();
  await members.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const { body } = await pages.admin.get(`templates/${templateId}`);
  assert.deepEqual(body.policy.defaultOwners, ['mara@nordlicht.example']);
  assert.deepEqual(body.policy.defaultMembers, []);
});

test('the whole life of an example group follows the draft before it is saved, and none is created', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/templates/${templateId}`);
  const preview = page.getByRole('complementary', { name: 'Example group' });
  const summary = preview.getByRole('region', { name: 'This will be created' });
  await page.getByLabel('Display name pattern').fill('Path {{code}}');
  await preview.getByLabel('code').fill('north');
  await summary.getByText('Path north').waitFor();
  // The responsible person of the newest group of the organization is the example.
  await summary.getByText('Mara Lindqvist').waitFor();
  await page.getByRole('switch', { name: 'Groups of this template do not expire' }).click();
  const lines = preview.getByRole('listitem');
  await lines.getByText(/^Asks Mara Lindqvist to renew it by \w+ \d+, \d+$/).waitFor();
  assert.deepEqual(
    (await lines.locator('span').allTextContents()).map((text) => text.split(' ')[0]),
    ['Created', 'Asks', 'Reminds', 'Reminds', 'Expires,'],
  );
  await page.getByRole('switch', { name: 'No approval' }).click();
  await summary.getByText(/^No approver is available\. The administrators are asked: /).waitFor();
  await preview.getByLabel('Responsible').fill('nobody@nordlicht.example');
  await preview.getByText('Fix the highlighted fields.').waitFor();
  await page.getByLabel('Display name pattern').fill('Path {{');
  await preview.getByText('The settings of the template have faults.').waitFor();
  const { body: found } = await pages.admin.get('teams?search=north');
  assert.deepEqual(found.items, []);
});

test('the contents lead to each section and follow it, and no field that has the focus is under the bar', async () => {
  const page = await pages.signedIn({ locale: 'en-US' });
  await pages.visit(page, `/templates/${templateId}`);
  const contents = page.getByRole('navigation', { name: 'Contents', exact: true });
  const current = contents.locator('[aria-current]');
  assert.equal(await current.textContent(), 'Names');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  assert.equal(await save.count(), 0, 'nothing changed');
  await contents.getByRole('link', { name: 'Approval' }).press('Enter');
  await contents.locator('[aria-current]', { hasText: 'Approval' }).waitFor();
  await page.keyboard.press('Tab');
  await page.locator('#approval :focus').waitFor();
  const name = page.getByLabel('Template name');
  await name.fill('Bridle path');
  await save.waitFor();
  const hidden: string[] = [];
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector('.save-bar');
      if (focused === null || bar === null || !bar.parentElement?.contains(focused)) return '';
      if (bar.contains(focused)) return '';
      const isUnder = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
      return isUnder ? focused.id || focused.outerHTML : '';
    });
    if (covered !== '') hidden.push(covered);
  }
  assert.deepEqual(hidden, []);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await save.waitFor({ state: 'detached' });
  const proposed = page.getByRole('button', { name: 'Declare code' });
  await proposed.click();
  assert.equal(await page.getByLabel('Property 1', { exact: true }).inputValue(), 'code');
  assert.equal(await proposed.count(), 0);
  await page.getByRole('button', { name: 'Remove property 1' }).click();
  await save.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the effect of an expiry is that of the present draft, in words for one group and one day', async () => {
  const page = await pages.reader();
  const planned: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/plan')) return;
    const { policy } = request.postDataJSON() as TemplateBody;
    const expires = policy?.lifecycle?.expires;
    planned.push(expires != null && 'after' in expires ? expires.after : undefined);
  });
  await pages.visit(page, `/templates/${templateWithoutExpiry}`);
  await page.getByRole('switch', { name: 'Groups of this template do not expire' }).click();
  const effect = page.locator('.effect');
  const text = (await effect.textContent()) ?? '';
  assert.match(text, /^Applies to 1 group\. 1 group would eventually expire or be deleted, 0 /);
  assert.match(text, /The expiry date is \w+ \d+, \d+\.$/);
  assert.deepEqual(planned, ['P1Y']);
  await page.getByText('Effect in the next twelve months').click();
  await page.getByText(/^1 question, /).waitFor();
  const named = page.getByRole('listitem').filter({ hasText: /question \w+ \d+, \d+/ });
  assert.equal(await named.getByRole('link').count(), 1);
  // The group is new, so nothing would have happened to it.
  await page.getByText('Effect in the last twelve months').click();
  await page.getByText(/^0 questions, /).waitFor();
});

test('while a template is edited, a screen reader reads its effect and a refusal once, and each person once', async () => {
  const page = await pages.reader();
  await pages.visit(page, `/templates/${templateWithoutExpiry}`);
  await page.getByRole('switch', { name: 'Groups of this template do not expire' }).click();
  const effect = page.locator('.effect');
  await effect.getByText(/^Applies to 1 group\./).waitFor();
  const read = await page.evaluateHandle(() => {
    const found: string[] = [];
    const live = '.effect, .known-person, [role=alert]';
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      for (const node of added) {
        if (!(node instanceof Element)) continue;
        for (const one of [node, ...node.querySelectorAll(live)]) {
          if (one.matches(live) && one.textContent !== '') found.push(one.textContent);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
    return found;
  });
  const isPlanned = page.waitForResponse('**/plan');
  await page.getByLabel('Template name').fill('Gravel path');
  await (await isPlanned).finished();
  assert.deepEqual(await read.jsonValue(), [], 'the effect is the same');
  // The values to try are refused, again and again.
  await page.route('**/templates/preview', (route) =>
    route.fulfill(
      problem(422, 'validation_failed', 'No.', [
        { pointer: '/identifier', code: 'wrong', detail: 'It is wrong.' },
      ]),
    ),
  );
  const alias = page.getByLabel('Alias', { exact: true });
  for (const text of ['a', 'ab', 'abc']) {
    const isRefused = page.waitForResponse('**/templates/preview');
    await alias.fill(text);
    await (await isRefused).finished();
    await page.getByText('There is no preview').first().waitFor();
  }
  assert.equal((await read.jsonValue()).filter((text) => text.includes('no preview')).length, 1);

  const preview = page.getByRole('complementary', { name: 'Example group' });
  const responsible = preview.getByLabel('Responsible');
  // The example begins with the person of the newest group.
  await preview.locator('.known-person').waitFor();
  await responsible.fill('');
  await preview.locator('.known-person').waitFor({ state: 'detached' });
  assert.deepEqual(
    (await read.jsonValue()).filter((text) => text.includes('Mara')),
    [],
  );
  await responsible.fill('mara@nordlicht.example');
  await responsible.blur();
  await preview.locator('.known-person').waitFor();
  await responsible.focus();
  await responsible.blur();
  await preview.locator('.known-person').waitFor();
  const said = (await read.jsonValue()).filter((text) => text.includes('Mara'));
  assert.equal(said.length, 1, 'a person whose field is only looked at');
});

test('a template or an organization that is in use says by what, and its deletion is not offered', async () => {
  const page = await pages.reader();
  const refuses = async (action: string, reason: RegExp) => {
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: action });
    await dialog.getByText(reason).waitFor();
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    const reasonId = await button.getAttribute('aria-describedby');
    assert.match(await page.locator(`[id="${reasonId}"]`).innerText(), reason);
  };
  await pages.visit(page, `/templates/${templateId}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await refuses('Delete template', /^Trail has 1 group\./);
  await page.getByRole('dialog').getByRole('link', { name: 'Show groups' }).click();
  await page.getByRole('link', { name: 'Project first' }).waitFor();
  await pages.visit(page, '/organisations');
  for (const name of [/^Actions for /, /^Delete /]) {
    await page.getByRole('button', { name }).first().click();
  }
  await refuses('Delete organization', /has \d+ templates?\. Delete (it|them) first\./);
});

test('rules for changes in the directory and for adoptions are saved, come back, and have their faults at their fields', async () => {
  const page = await pages.reader({ locale: 'en-US' });
  await pages.visit(page, `/templates/${templateWithoutExpiry}`);
  const stored = async () =>
    (await pages.admin.get(`templates/${templateWithoutExpiry}`)).body.policy;
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const within = page.getByRole('spinbutton', { name: 'Try to restore for' });
  await page.getByLabel('Minimum owners').fill('2');
  await save.click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const { enforce, adoption } = await stored();
  assert.deepEqual([enforce, adoption], [undefined, undefined], 'policies that nobody chose');

  await page.getByText('It is a finding.').first().waitFor();
  await page.getByLabel('Missing owners').selectOption('Restore');
  await page.getByText('Nobody is removed.').waitFor();
  await within.fill('0');
  await page.getByLabel('Days of grace').fill('10');
  await page.getByLabel('Adoptions in 24 hours').fill('0');
  await save.click();
  await page.getByText('Not saved. Fix the highlighted fields.').waitFor();
  const perDay = page.getByLabel('Adoptions in 24 hours');
  for (const field of [within, perDay]) {
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
  }
  assert.equal(await page.getByLabel('Days of grace').getAttribute('aria-invalid'), null);
  await within.fill('7');
  await page.getByLabel('Unit of Try to restore for').selectOption('days');
  await perDay.fill('500');
  await save.click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const saved = await stored();
  assert.deepEqual([saved.enforce.owners, saved.enforce.deletion], ['restore', 'report']);
  assert.equal(saved.enforce.within, 'P7D');
  assert.deepEqual([saved.adoption.graceDays, saved.adoption.perDay], [10, 500]);
  await page.reload();
  await within.waitFor();
  assert.deepEqual(
    [await within.inputValue(), await page.getByLabel('Missing owners').inputValue()],
    ['7', 'restore'],
  );
});

test('a reader sees the versions and restores none', async () => {
  const email = 'rea@nordlicht.example';
  await pages.service.signInLink(email, 'reader');
  const page = await pages.reader({ locale: 'de-DE' }, email);
  await pages.visit(page, `/templates/${templateId}/history`);
  await page.getByText('Mindestanzahl Besitzer: geändert von 1 in 2').waitFor();
  assert.equal(await page.getByRole('link', { name: 'wiederherstellen' }).count(), 0);
});
