// Shared by the page tests: a service, one browser, signed-in contexts, and a record of everything that must not
// happen: requests to another host, refused styles or scripts, errors of the page.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { AdminClient } from '../../../service/testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../../service/testing/admin-service.ts';
import { closePages, sharedBrowser } from './browser.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
/** Long enough for a machine that does much else. */
const waitMs = 60_000;
const usual = {
  viewport: { width: 1280, height: 860 },
  reducedMotion: 'reduce',
  locale: 'en-US',
} as const;

export interface Pages {
  readonly service: AdminService;
  readonly admin: AdminClient;
  readonly browser: Browser;
  /** Errors in any page so far. */
  readonly troubles: string[];
  open(options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>;
  signedIn(options?: Parameters<Browser['newContext']>[0], email?: string): Promise<Page>;
  /** The same page for each call with the same options except its size, for tests that leave nothing behind in it. */
  reader(options?: Parameters<Browser['newContext']>[0], email?: string): Promise<Page>;
  url(this: void, path: string): string;
  /** Opens a page as a link does, where the application is loaded; otherwise loads it. */
  visit(this: void, page: Page, path: string): Promise<void>;
  close(this: void): Promise<void>;
}

/** @param env of the service */
export async function startPages(
  env: Readonly<Record<string, string>> = {},
  looks: Parameters<typeof sharedBrowser>[0] = {},
): Promise<Pages> {
  const [service, browser] = await Promise.all([startAdminService(env), sharedBrowser(looks)]);
  await pageIsBuilt(service);
  const admin = await AdminClient.signedIn(service);
  const origin = new URL(service.adminUrl).origin;
  const troubles: string[] = [];

  const open: Pages['open'] = async (options = {}) => {
    const context = await browser.newContext({ ...usual, ...options });
    watchRoutes(context);
    context.setDefaultTimeout(waitMs);
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) troubles.push(`asked for ${request.url()}`);
    });
    context.on('console', (message) => {
      if (/Content Security Policy|React|Warning:/i.test(message.text())) {
        troubles.push(message.text());
      }
    });
    context.on('weberror', (error) => troubles.push(error.error().message));
    return context;
  };
  const signedIn: Pages['signedIn'] = async (options, email = 'ada@nordlicht.example') => {
    const context = await open(options);
    const page = await context.newPage();
    await page.goto(await service.signInLink(email));
    await page.getByRole('heading', { name: /^(?:Home|Startseite)$/ }).waitFor();
    return page;
  };
  const readers = new Map<string, Promise<Page>>();
  const url = (path: string) => `${service.adminUrl}/${service.tenantId}${path}`;
  return {
    service,
    admin,
    browser,
    troubles,
    open,
    url,
    visit: (page, path) => visit(page, url(path), url('/no-such-page')),
    signedIn,
    async reader({ viewport, ...others } = {}, email) {
      const options = { ...usual, ...others };
      const key = JSON.stringify([options, email]);
      const opened = readers.get(key) ?? signedIn(options, email);
      readers.set(key, opened);
      const page = await opened;
      await page.setViewportSize(viewport ?? usual.viewport);
      return page;
    },
    async close() {
      await closePages(browser);
      await service.close();
    },
  };
}

/** A route that matches nothing changes nothing, and its test would pass without it: the end of the route fails then. */
function watchRoutes(context: BrowserContext): void {
  const unmatched = new Map<symbol, readonly [page: Page, address: unknown]>();
  const endsOfPages: (() => Promise<void>)[] = [];
  const ended = (isOver: (page: Page, address: unknown) => boolean) => {
    const over = [...unmatched].filter(([, route]) => isOver(...route));
    for (const [route] of over) unmatched.delete(route);
    const addresses = over.map(([, [, address]]) => address);
    assert.deepEqual(addresses, [], 'these routes matched no request');
  };
  context.on('page', (page) => {
    const route = page.route.bind(page);
    const unroute = page.unroute.bind(page);
    const unrouteAll = page.unrouteAll.bind(page);
    const closePage = page.close.bind(page);
    page.route = (address, handler, options) => {
      const id = Symbol();
      unmatched.set(id, [page, address]);
      const noted: typeof handler = (...request) => {
        unmatched.delete(id);
        return handler(...request);
      };
      return route(address, noted, options);
    };
    page.unroute = async (address, handler) => {
      await unroute(address, handler);
      ended((of, one) => of === page && one === address);
    };
    page.unrouteAll = async (options) => {
      await unrouteAll(options);
      ended((of) => of === page);
    };
    // A handler that is at work when its page closes would fail then, after its test has ended.
    const endHandlers = async () => {
      if (!page.isClosed()) await unrouteAll({ behavior: 'ignoreErrors' });
    };
    endsOfPages.push(endHandlers);
    page.close = async (options) => {
      await endHandlers();
      await closePage(options);
    };
  });
  const close = context.close.bind(context);
  context.close = async (options) => {
    await Promise.all(endsOfPages.map((endOfPage) => endOfPage()));
    await close(options);
    ended(() => true);
  };
}

/**
 * Goes to an address by way of the page for unknown addresses, so that nothing of the page before is left. Loads the
 * address where the application is not loaded, or where a dialog, a menu or a toast stays.
 */
async function visit(page: Page, address: string, unknown: string): Promise<void> {
  const isLoaded = page.url().startsWith(new URL('.', unknown).href);
  const way = [unknown, address].filter(
    (one, index, all) => one !== (all[index - 1] ?? page.url()),
  );
  if (!isLoaded || !(await page.evaluate(goWithin, way))) await page.goto(address);
}

/** Runs in the page. @returns whether the last of the addresses is shown, with nothing of the page before it */
async function goWithin(addresses: readonly string[]): Promise<boolean> {
  const above = 'dialog[open], [role="dialog"], [role="menu"], .fui-Toast';
  for (const [index, address] of addresses.entries()) {
    if (index > 0 && document.querySelector(above) !== null) return false;
    const before = document.querySelector('h1');
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
    const deadline = performance.now() + 5_000;
    for (;;) {
      const heading = document.querySelector('h1');
      if (heading !== null && heading !== before) break;
      if (performance.now() > deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return true;
}

/** Long, because the first run after a change builds the page, possibly while other tests run. */
async function pageIsBuilt(service: AdminService): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { status } = await fetch(`${service.adminUrl}/${service.tenantId}/`);
    if (status === 200) return;
  }
  throw new Error('the page of the admin center was not built');
}

/**
 * Everything that axe-core finds, as sentences.
 *
 * @param judged.rules absent: all of them
 * @param judged.within a selector; absent: the whole page
 * @param judged.without selectors
 */
export async function axeFindings(
  page: Page,
  judged: {
    readonly rules?: readonly string[] | undefined;
    readonly within?: string | undefined;
    readonly without?: readonly string[];
  } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async ({ rules: runOnly, within = 'html', without = [] }) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (
          context: object,
          options: object,
        ) => Promise<{
          violations: { id: string; help: string; nodes: { html: string; element: Element }[] }[];
        }>;
      };
    };
    // The guards of an open menu of Fluent have no content: a focus that reaches one moves on at once.
    const guarded = { include: [within], exclude: ['[data-tabster-dummy]', ...without] };
    const { violations } = await axe.run(guarded, {
      resultTypes: ['violations'],
      // No page has a sound, for which alone a rule needs it.
      preload: false,
      selectors: false,
      elementRef: true,
      ...(runOnly === undefined
        ? // It is a rule of WCAG 2.2, and off by default.
          { rules: { 'target-size': { enabled: true } } }
        : { runOnly }),
    });
    // A toast is in no landmark: it is announced when it appears, and goes by itself.
    const isToast = (element: Element) =>
      element.closest('.fui-Toast, [aria-labelledby^="toast-title"]') !== null;
    // A target that is large enough, and covered in part by a menu or by the bar with Save.
    const isCovered = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width >= 24 && height >= 24;
    };
    return violations.flatMap(({ id, help, nodes }) => {
      const first = nodes.find(
        ({ element }) =>
          (id !== 'region' || !isToast(element)) && (id !== 'target-size' || !isCovered(element)),
      );
      return first === undefined ? [] : [`${id}: ${help}: ${first.html}`];
    });
  }, judged);
}

/** It belongs to the admin API; patterns that are absent allow any name. */
type TemplateInput = { readonly name: string; readonly identifier: string } & Readonly<
  Record<string, unknown>
>;

/** An organisation and a person, and ways to add templates and to create groups through the API. */
export async function makeProject({ service, admin }: Pages) {
  const person = { email: 'mara@nordlicht.example', name: 'Mara Lindqvist' };
  await admin.call('POST', 'directory/people', person);
  const { body: organisation } = await admin.call('POST', 'organisations', {
    name: 'Energy',
    identifier: 'energy',
  });
  const { body: made } = await admin.call('POST', 'api-keys', { name: 'Seed' });
  const accessToken = await tokenOf(service, made.key.keyId, made.secret);
  const create = async (alias: string, template: string, responsible = person.email) => {
    const response = await fetch(`${service.baseUrl}/teams`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        displayName: `Project ${alias.slice(4)}`,
        mailNickName: alias,
        responsible,
        organisationIdOrIdentifier: 'energy',
        templateIdOrIdentifier: template,
        owners: [],
        members: [],
      }),
    });
    const answer = (await response.json()) as { teamId: string };
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer.teamId;
  };
  const { organisationId } = organisation as { organisationId: string };
  const addTemplate = async (template: TemplateInput) => {
    const { status, body } = await admin.call('POST', `organisations/${organisationId}/templates`, {
      mailNicknamePattern: '',
      displayNamePattern: '',
      ...template,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body as { templateId: string; etag: string };
  };
  return { organisationId, addTemplate, create };
}

/** A refusal of the service, as the answer to a route. */
export const problem = (status: number, code: string, detail: string, errors: object[] = []) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', status, code, title: code, detail, errors }),
});

/** Holds back the answers to what this matches until it is released, in the order in which they were asked for. */
export async function holdBack(page: Page, address: string | RegExp) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return release;
}

/** The user comes back to the window after a while: everything that is shown is read again. */
export async function comeBack(page: Page): Promise<void> {
  await page.clock.setFixedTime(Date.now() + 10_000);
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
}

/** Waits until the creation of a group has succeeded or failed. @returns the group */
export async function creationEnds({ admin }: Pick<Pages, 'admin'>, teamId: string) {
  for (;;) {
    const { body } = await admin.get(`teams/${teamId}`);
    if (body.status === 'succeeded' || body.status === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function tokenOf(service: AdminService, keyId: string, secret: string) {
  const response = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: service.tenantId, keyId, secret }),
  });
  const { accessToken } = (await response.json()) as { accessToken?: string };
  return accessToken;
}
