// Budgets of the admin center: the scripts and requests of a page, and smooth scrolling through a list of any length.
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { eventually } from '../../../service/testing/eventually.ts';
import { leastMs } from '../../../service/testing/contention.ts';
import { slowness } from '../../../service/testing/processor-time.ts';
import { makeProject, type Pages, startPages } from './pages.ts';

const kb = 1000;
const signInLimitKb = 110;
const pageLimitKb = 170;
const requestLimit = 17;
const shiftLimit = 0.02;
const pauseLimitMs = 50;
const groupsAtOnce = 2_000;

export interface BudgetedPages {
  readonly pages: Pages;
  /** A signed-in one. */
  readonly page: Page;
  /** Every page has one of them. */
  readonly paths: readonly string[];
  readonly organisationId: string;
}

type Report = (line: string) => void;

export async function startBudgetedPages(): Promise<BudgetedPages> {
  const pages = await startPages({}, { paints: true });
  const project = await makeProject(pages);
  const { organisationId } = project;
  const template = await project.addTemplate({
    name: 'Team',
    identifier: 'team',
    policy: { lifecycle: { expires: { after: 'P1Y' } } },
  });
  const teamId = await project.create('harbour', 'team');
  await eventually(async () => {
    const { body: group } = await pages.admin.get(`teams/${teamId}`);
    return group.lifecycle?.expiresAt != null;
  }, 'the group expires one day');
  const { body: hook } = await pages.admin.call('POST', 'webhooks', {
    url: 'https://hooks.nordlicht.example/',
  });
  const { body: keys } = await pages.admin.call('GET', 'api-keys');
  const paths = [
    '/',
    '/reports',
    '/requests',
    '/groups',
    `/groups/${teamId}`,
    ...['members', 'channels', 'history', 'requests'].map((tab) => `/groups/${teamId}?tab=${tab}`),
    '/to-do',
    '/to-do?show=ownership',
    '/to-do?show=differences',
    '/lifecycle',
    '/to-do?show=approvals',
    '/to-do?show=questions',
    '/messages',
    '/messages/texts',
    '/to-do?show=reviews',
    '/people',
    '/people/mara@nordlicht.example',
    '/organisations',
    `/organisations/${organisationId}/new-template`,
    `/templates/${template.templateId}`,
    '/api-keys',
    `/api-keys/${keys.items[0].keyId}`,
    '/webhooks',
    `/webhooks/${hook.webhook.endpointId}`,
    '/directory',
    '/sign-in-provider',
    '/blocked-words',
    '/sandbox',
    '/activity',
    '/administrators',
    '/no-such-page',
  ];
  return { pages, page: await pages.signedIn(), paths, organisationId };
}

/** Loads the sign-in page and these paths. @returns what exceeds the budgets of a page */
export async function faultsOfLoads(
  { pages, page }: BudgetedPages,
  paths: readonly string[],
  report: Report,
): Promise<string[]> {
  const outside = await (await pages.open()).newPage();
  const signIn = await loadOf(outside, pages.url('/sign-in'));
  const faults = [...faultsOf('/sign-in', signIn, signInLimitKb)];
  report(`/sign-in: ${describe(signIn)}`);
  for (const path of paths) {
    const load = await loadOf(page, pages.url(path));
    const name = path.replaceAll(/[0-9a-f-]{36}/g, '…');
    report(`${name}: ${describe(load)}`);
    faults.push(...faultsOf(name, load, pageLimitKb));
  }
  await outside.context().close();
  return faults;
}

interface Load {
  readonly scriptKb: number;
  readonly requests: readonly string[];
  /** The cumulative layout shift. */
  readonly shift: number;
}

function describe({ scriptKb, requests, shift }: Load): string {
  return `${scriptKb.toFixed(0)} kB of script, ${requests.length} requests, shift ${shift.toFixed(4)}`;
}

function faultsOf(name: string, { scriptKb, requests, shift }: Load, limitKb: number): string[] {
  return [
    ...(scriptKb > limitKb ? [`${name}: ${scriptKb.toFixed(0)} kB of script`] : []),
    ...(requests.length > requestLimit ? [`${name}: ${requests.join(', ')}`] : []),
    ...(shift >= shiftLimit ? [`${name}: a shift of ${shift}`] : []),
  ];
}

async function loadOf(tab: Page, address: string): Promise<Load> {
  // A poll that repeats an address is none of the load; on a slow machine it comes before the load ends.
  const addresses = new Set<string>();
  const note = (request: Request) => addresses.add(request.url());
  tab.on('request', note);
  await tab.goto(address);
  await tab.locator('h1').waitFor();
  await tab.waitForLoadState('networkidle');
  tab.off('request', note);
  const requests = [...addresses];
  const scripts = requests.filter((one) => one.endsWith('.js'));
  assert.ok(scripts.length > 0);
  const sizes = await Promise.all(scripts.map(brotliKb));
  return {
    scriptKb: sizes.reduce((sum, size) => sum + size, 0),
    requests,
    shift: await tab.evaluate(layoutShift),
  };
}

async function brotliKb(script: string): Promise<number> {
  const response = await fetch(script, { headers: { 'accept-encoding': 'br' } });
  assert.equal(response.headers.get('content-encoding'), 'br');
  await response.arrayBuffer();
  return Number(response.headers.get('content-length')) / kb;
}

async function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    const add = (entries: readonly (PerformanceEntry & { value?: number })[]) => {
      for (const { value = 0 } of entries) sum += value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() =>
      setTimeout(() => {
        add(observer.takeRecords());
        resolve(sum);
      }),
    );
  });
}

/** The list of so many groups scrolls without a long pause, and is found from both ends. */
export async function scrollsThrough(
  { pages, page, organisationId }: BudgetedPages,
  groups: number,
  report: Report,
): Promise<void> {
  await insertGroups(pages, organisationId, groups);
  await page.goto(pages.url('/groups'));
  await page.getByRole('grid', { name: 'Groups' }).waitFor();
  const root = page.locator('html');
  const scroll = async () => {
    await pages.browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    const before = slowness();
    await root.evaluate(scrollThroughAll);
    const pausedMs = longestPauseMs(await pages.browser.stopTracing());
    return pausedMs / Math.max(before, slowness());
  };
  const pauseMs = await leastMs(scroll, { runs: 15, enoughMs: pauseLimitMs });
  report(`longest pause: ${pauseMs} ms`);
  assert.ok(pauseMs > 0 && pauseMs <= pauseLimitMs, `paused for ${pauseMs} ms`);
  await root.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByRole('link', { name: 'Group 1', exact: true }).waitFor();
  const one = groups * 0.7;
  await page.getByPlaceholder('Name, alias, ID, person').fill(`group ${one}`);
  await page.getByRole('link', { name: `Group ${one}` }).waitFor();
  await page.getByText('1 group', { exact: true }).waitFor();
}

async function insertGroups(
  { service }: Pages,
  organisationId: string,
  groups: number,
): Promise<void> {
  for (let first = 1; first <= groups; first += groupsAtOnce) {
    const last = Math.min(first + groupsAtOnce - 1, groups);
    await service.database.query(
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
     insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at)
     select tenant_id, team_id, 'succeeded', false, created_at, created_at, created_at from made`,
      [service.tenantId, organisationId, first, last],
    );
  }
}

/** Scrolls through all of it in 120 frames. */
async function scrollThroughAll(element: Element): Promise<void> {
  const frames = 120;
  for (let frame = 0; frame <= frames; frame += 1) {
    element.scrollTop = (element.scrollHeight * frame) / frames;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/**
 * Between two frames the page answers nothing: that is a pause. It is measured in processor time of the page's main thread,
 * because other programs that take its turns are no pause of the page.
 * @param trace of Chromium, in the Trace Event Format
 * @returns the most milliseconds between two frames
 */
function longestPauseMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  const threads = new Set(frames.map(threadOf));
  assert.equal(threads.size, 1, 'one page has frames');
  const tasks = traceEvents
    .filter((event) => event.name.endsWith('RunTask') && threads.has(threadOf(event)))
    .sort((one, other) => one.ts - other.ts);
  const pauses: number[] = [];
  let sinceFrame = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    sinceFrame += tdur;
    if (frames.some((frame) => frame.ts >= ts && frame.ts < ts + dur)) {
      pauses.push(sinceFrame / 1000);
      sinceFrame = 0;
    }
  }
  // The first one began before the scrolling.
  return Math.round(Math.max(...pauses.slice(1)));
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** When it began, in microseconds. */
  readonly ts: number;
  /** How long it took, and the processor time of its thread, both in microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
