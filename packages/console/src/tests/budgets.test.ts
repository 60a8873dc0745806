// Budgets of the admin center: the scripts of a first load, the time until it is visible, and smooth scrolling
// through a list of any length. The figures are printed with the results.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { leastQuietMs } from '../../../service/testing/contention.ts';
import { makeProject, type Pages, startPages } from './pages.ts';

const kib = 1024;
const signInLimitKib = 250;
const pageLimitKib = 350;
const paintLimitMs = 1000;
const pauseLimitMs = 100;
const groups = 100_000;
const groupsAtOnce = 5_000;

let pages: Pages;
let project: Awaited<ReturnType<typeof makeProject>>;
let page: Page;
let paths: readonly string[];
before(async () => {
  pages = await startPages();
  project = await makeProject(pages);
  const { organisationId } = project;
  const { body: template } = await pages.admin.call(
    'POST',
    `organisations/${organisationId}/templates`,
    { name: 'Team', identifier: 'team', mailNicknamePattern: '', displayNamePattern: '' },
  );
  const teamId = await project.create('harbour', 'team');
  const { body: hook } = await pages.admin.call('POST', 'webhooks', {
    url: 'https://hooks.nordlicht.example/',
  });
  paths = [
    '/',
    '/reports',
    '/requests',
    '/groups',
    `/groups/${teamId}`,
    '/findings',
    '/responsibility',
    '/lifecycle',
    '/approvals',
    '/tasks',
    '/messages',
    '/people/mara@nordlicht.example',
    '/organisations',
    `/organisations/${organisationId}/new-template`,
    `/templates/${template.templateId}`,
    '/api-keys',
    '/webhooks',
    `/webhooks/${hook.webhook.endpointId}`,
    '/directory',
    '/activity',
    '/administrators',
    '/no-such-page',
  ];
  page = await pages.signedIn();
});
after(() => pages.close());

test('the script of a first load stays small on every page', async (context) => {
  const outside = await (await pages.open()).newPage();
  const signIn = await scriptKib(outside, '/sign-in');
  context.diagnostic(`/sign-in: ${describe(signIn)} of ${signInLimitKib} KiB`);
  assert.ok(signIn.gzip <= signInLimitKib, `/sign-in: ${describe(signIn)}`);
  for (const path of paths) {
    const size = await scriptKib(page, path);
    const name = path.replaceAll(/[0-9a-f-]{36}/g, '…');
    context.diagnostic(`${name}: ${describe(size)} of ${pageLimitKib} KiB`);
    assert.ok(size.gzip <= pageLimitKib, `${name}: ${describe(size)}`);
  }
});

interface Size {
  readonly gzip: number;
  readonly brotli: number;
}

function describe({ gzip, brotli }: Size): string {
  return `${gzip.toFixed(0)} KiB by gzip (${brotli.toFixed(0)} by Brotli)`;
}

async function scriptKib(tab: Page, path: string): Promise<Size> {
  await tab.goto(pages.url(path));
  await tab.locator('h1').waitFor();
  await tab.waitForLoadState('networkidle');
  const scripts = await tab.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
  assert.ok(scripts.length > 0);
  return { gzip: await sizeOf(scripts, 'gzip'), brotli: await sizeOf(scripts, 'br') };
}

async function sizeOf(scripts: readonly string[], encoding: string): Promise<number> {
  const sizes = await Promise.all(
    scripts.map(async (script) => {
      const response = await fetch(script, { headers: { 'accept-encoding': encoding } });
      assert.equal(response.headers.get('content-encoding'), encoding);
      await response.arrayBuffer();
      return Number(response.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / kib;
}

test('what is largest on a page is painted within a second', async (context) => {
  const outside = await (await pages.open()).newPage();
  await isPaintedInTime(context, outside, '/sign-in');
  for (const path of ['/', '/groups', '/activity']) await isPaintedInTime(context, page, path);
});

async function isPaintedInTime(context: TestContext, tab: Page, path: string): Promise<void> {
  const load = async () => {
    await tab.goto(pages.url(path));
    await tab.locator('h1').waitFor();
    await tab.waitForLoadState('networkidle');
    return tab.evaluate(largestPaintMs);
  };
  const paintMs = await leastQuietMs(load, { runs: 5, enoughMs: paintLimitMs });
  context.diagnostic(`${path}: painted after ${paintMs} ms`);
  assert.ok(paintMs <= paintLimitMs, `${path}: ${paintMs} ms`);
}

async function largestPaintMs(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      resolve(list.getEntries().at(-1)?.startTime ?? Number.POSITIVE_INFINITY);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

test('a list of 100,000 groups scrolls without a pause over 100 ms, and is found from both ends', async (context) => {
  for (let from = 1; from <= groups; from += groupsAtOnce) {
    await insertGroups(from, from + groupsAtOnce - 1);
  }
  await page.goto(pages.url('/groups'));
  await page.getByRole('grid', { name: 'Groups' }).waitFor();
  const root = page.locator('html');
  const scroll = () => root.evaluate(maxPauseWhileScrolling);
  const pauseMs = await leastQuietMs(scroll, { runs: 5, enoughMs: pauseLimitMs });
  context.diagnostic(`longest pause: ${pauseMs} ms`);
  assert.ok(pauseMs <= pauseLimitMs, `paused for ${pauseMs} ms`);
  await root.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByRole('link', { name: 'Group 1', exact: true }).waitFor();
  await page.getByPlaceholder('Name, alias, mail, ID or person').fill('group 77777');
  await page.getByRole('link', { name: 'Group 77777' }).waitFor();
  await page.getByText('1 group', { exact: true }).waitFor();
});

async function insertGroups(first: number, last: number): Promise<void> {
  await pages.service.database.query(
    `with made as (
       insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
         people, properties, policy, created_at, created_by, request_id)
       select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $2,
         'Group ' || n, 'group-' || n, '{}', '{}', '{}', now() - interval '90 days', 'x', 'x'
       from generate_series($3::int, $4::int) n
       returning tenant_id, team_id, created_at, display_name, mail_nickname
     ), searchable as (
       insert into team_search (tenant_id, team_id, names)
       select tenant_id, team_id, lower(display_name || E'\\n' || mail_nickname) from made
     )
     insert into provisionings (tenant_id, team_id, status, waiting, due_at, steps, updated_at, completed_at)
     select tenant_id, team_id, 'succeeded', false, created_at, '[]', created_at, created_at from made`,
    [pages.service.tenantId, project.organisationId, first, last],
  );
}

/** Scrolls through all of it in 120 frames, and returns the longest time between two of them. */
async function maxPauseWhileScrolling(element: Element): Promise<number> {
  const frames = 120;
  let longest = 0;
  let last = performance.now();
  for (let frame = 0; frame <= frames; frame += 1) {
    element.scrollTop = (element.scrollHeight * frame) / frames;
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    if (frame > 1) longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
