// The links of the admin center to the documentation and to the pages of problems, which the same service has.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { pageDocs } from '../components/page-docs.ts';
import { eventually } from '../../../service/testing/eventually.ts';
import { creationEnds, makeProject, type Pages, startPages, tokenOf } from './pages.ts';

let pages: Pages;
let page: Page;
before(async () => {
  pages = await startPages();
  page = await pages.signedIn();
});
after(() => pages.close());

/** Opens the address of a link. */
const follow = async (link: Locator) => read((await link.getAttribute('href')) ?? '');

/** Fails if there is no such page, or the page has no such heading. */
async function read(href: string): Promise<string> {
  const { hash, origin } = new URL(href);
  assert.equal(origin, new URL(pages.service.baseUrl).origin);
  const answer = await fetch(href, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200, href);
  const body = await answer.text();
  if (hash !== '') assert.ok(body.includes(`id="${hash.slice(1)}"`), href);
  return body;
}

test('each section leads to its documentation, in its lead and in the help panel', async () => {
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await sections.first().waitFor();
  const hrefsOf = (links: Locator) =>
    links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  const left = await hrefsOf(sections);
  assert.equal(left.length, 10);
  const seen = new Set<string>();
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    await pages.visit(page, name.slice(pages.url('').length));
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    left.push(...(await hrefsOf(page.locator('.section-tabs a'))));
    const lead = page.getByRole('link', { name: /^Learn more about / });
    await lead.waitFor();
    assert.equal(
      await lead.getAttribute('aria-label'),
      `Learn more about ${await heading.textContent()}`,
    );
    await follow(lead);
    const wanted = await lead.getAttribute('href');
    await page.getByRole('button', { name: 'Help' }).click();
    const panel = page.getByRole('dialog', { name: 'Help' });
    const link = panel.getByRole('link', { name: 'Learn more' });
    assert.equal(await link.getAttribute('href'), wanted, name);
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
  }
  assert.ok(seen.size > 17);
});

test('every page of the admin center that has its documentation leads to what there is', async () => {
  const paths = Object.keys(pageDocs);
  assert.ok(['/templates', '/people'].every((path) => paths.includes(path)));
  for (const address of Object.values(pageDocs)) {
    await read(`${pages.service.baseUrl}/docs/${address}`);
  }
});

test('a page below a section leads to the nearest documentation in the help panel', async () => {
  await pages.visit(page, '/messages/texts');
  await follow(page.getByRole('link', { name: /^Learn more about / }));
  await pages.visit(page, '/people/mara@nordlicht.example');
  await page.getByRole('button', { name: 'Help' }).click();
  const panel = page.getByRole('dialog', { name: 'Help' });
  const body = await follow(panel.getByRole('link', { name: 'Learn more' }));
  assert.match(body, /All groups of a person/);
  for (const name of ['Documentation', 'API reference']) {
    await follow(panel.getByRole('link', { name }));
  }
});

test('the code of a problem leads to its explanation: of a group, of an operation, of a request', async () => {
  const project = await makeProject(pages);
  await project.addTemplate({ name: 'Team', identifier: 'team' });
  const failed = await project.create('prj-sandbox-failing', 'team');
  await creationEnds(pages, failed);
  await pages.visit(page, `/groups/${failed}`);
  const refused = page.getByRole('link', { name: 'directory_refused' });
  assert.match(await follow(refused), /directory_refused/);

  // Only teams can be archived.
  await project.addTemplate({ name: 'List', identifier: 'list', policy: { kind: 'group' } });
  const list = await project.create('list-all', 'list');
  await creationEnds(pages, list);
  const { body: group } = await pages.admin.get(`teams/${list}`);
  const headers = { 'if-match': `"${group.etag}"` };
  const archive = await pages.admin.call('POST', `teams/${list}/archive`, {}, headers);
  assert.equal(archive.status, 200);
  await pages.visit(page, `/groups/${list}`);
  await follow(page.getByRole('link', { name: 'archive_needs_team' }));

  const { body: key } = await pages.admin.call('POST', 'api-keys', { name: 'Refused' });
  const { keyId } = key.key;
  const accessToken = await tokenOf(pages.service, keyId, key.secret);
  const answer = await fetch(`${pages.service.baseUrl}/teams/no-such-team`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { code } = (await answer.json()) as { code: string };
  await eventually(async () => {
    const { body } = await pages.admin.get(`requests?keyId=${keyId}&code=${code}`);
    return body.items.length > 0;
  }, 'the refused request is in the log');
  await pages.visit(page, `/requests?keyId=${keyId}&code=${code}`);
  await follow(page.getByRole('link', { name: code }).first());
});
