// The trial of a form: it shows faults next to the field, keeps the input, is sent once however often its button is pressed,
// and loses nothing when the service does not answer or refuses. The first one of each kind, which shares its component with
// the others, gets every other answer, too: 4xx, 5xx and rubbish.
import assert from 'node:assert/strict';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { type FormCase, fieldOf, fillForm, isCheck, openForm } from './form-cases.ts';
import { type Pages, problem } from './pages.ts';
import type { SeedData } from './seed-data.ts';

type Answer = (route: Route) => Promise<void>;

type Failure = readonly [what: string, answer: Answer, says: RegExp];

/** Failures, and the text that the user reads then. */
const answers: readonly Failure[] = [
  [
    'a proxy’s page',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
    /returned an error \(502\)/,
  ],
  [
    'a page in place of the answer',
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in here' }),
    /answer is not readable/,
  ],
  [
    'a fault of the service',
    (route) => route.fulfill(problem(500, 'internal_error', 'This was our fault.')),
    /This was our fault/,
  ],
  ['a refusal', (route) => route.fulfill(problem(409, 'in_use', 'It is in use.')), /It is in use/],
  [
    'a lost update',
    (route) => route.fulfill(problem(412, 'version_conflict', 'It was changed meanwhile.')),
    /It was changed meanwhile/,
  ],
];

/** The one failure that each form shows by its own fields. */
const elsewhere: Failure = [
  'a fault of something that the form does not show',
  (route) =>
    route.fulfill(
      problem(422, 'validation_failed', 'No.', [{ pointer: '/x', detail: 'The moon is full.' }]),
    ),
  /The moon is full/,
];

export async function tryForm(
  pages: Pages,
  page: Page,
  seedData: SeedData,
  one: FormCase,
): Promise<void> {
  const { form, send } = await openForm(pages, page, one.path(seedData), one);
  // First: the other part changes what the form is about.
  if (one.fields !== undefined && one.refused?.length !== 0) await leaveFields(page, one, form);
  await tryOut(page, one, form, send);
}

const isPlan = /\/plan$/;

/** A changed field is checked when it is left, and while it is corrected. */
async function leaveFields(page: Page, one: FormCase, form: Locator): Promise<void> {
  const { fields = {}, refused = Object.keys(fields), unchecked = [] } = one;
  const checks: string[] = [];
  const changes: string[] = [];
  const note = (request: Request) => {
    if (request.url().endsWith('/checks')) checks.push(request.url());
    else if (request.method() !== 'GET' && !isPlan.test(request.url()) && !isCheck(request.url()))
      changes.push(request.url());
  };
  page.on('request', note);
  for (const label of Object.keys(fields)) {
    await fieldOf(form, label).focus();
    await fieldOf(form, label).blur();
  }
  assert.equal(await form.locator('[aria-invalid=true]').count(), 0, 'nothing was changed');
  // A preparation may change the form.
  if (one.prepare === undefined) assert.deepEqual(checks, [], 'nothing was asked');
  for (const label of refused.filter((name) => !unchecked.includes(name))) {
    const field = fieldOf(form, label);
    const [bad, good] = fields[label] ?? ['', ''];
    await countAnnouncements(field);
    await field.fill(good);
    await field.blur();
    await field.fill(bad);
    await field.blur();
    await form.locator('[aria-invalid=true]').and(field).waitFor();
    const said = await field.getAttribute('aria-describedby');
    const sentence = form.locator(`[id="${said?.split(' ')[0] ?? ''}"]`);
    assert.match((await sentence.textContent()) ?? '', /\w+ \w+/, `${label} says what is wrong`);
    // Leaving it again says nothing new.
    await field.focus();
    await field.blur();
    await field.focus();
    assert.equal(await announcements(page), 1, `${label} is announced once`);
    await field.fill(good);
    await form.locator('[aria-invalid=true]').and(field).waitFor({ state: 'detached' });
  }
  page.off('request', note);
  assert.deepEqual(changes, [], 'nothing was sent');
}

/** It counts how often a screen reader would read the alert of the field from now on. */
async function countAnnouncements(field: Locator): Promise<void> {
  await field.evaluate((input) => {
    const counted = globalThis as { announced?: number; counting?: MutationObserver };
    counted.counting?.disconnect();
    counted.announced = 0;
    const frame = input.closest('.fui-Field') ?? document.body;
    let read = '';
    counted.counting = new MutationObserver(() => {
      const says = frame.querySelector('[role=alert]')?.textContent ?? '';
      if (says !== '' && says !== read) counted.announced = (counted.announced ?? 0) + 1;
      read = says;
    });
    counted.counting.observe(frame, { childList: true, subtree: true, characterData: true });
  });
}

const announcements = (page: Page) =>
  page.evaluate(() => (globalThis as { announced?: number }).announced ?? 0);

async function tryOut(page: Page, one: FormCase, form: Locator, send: Locator): Promise<void> {
  const { fields = {}, refused = Object.keys(fields), choose, taken, told, isFirst } = one;
  await choose?.(form);
  if (refused.length > 0) {
    await fillForm(form, fields, 0);
    await send.click();
    await showsFaults(form, refused);
  }

  await fillForm(form, fields, 1);
  const typed = await contentOf(form);
  const changes = await interceptChanges(page, one);
  await isSentOnce(page, one, form, send, changes);
  assert.deepEqual(await contentOf(form), typed, 'kept without an answer');
  const shown = isFirst === true ? [...answers, elsewhere] : [elsewhere];
  for (const [what, answer, says] of shown) {
    changes.answer = answer;
    await send.click();
    await form.getByText(says).first().waitFor();
    assert.deepEqual(await contentOf(form), typed, `kept after ${what}`);
  }
  if (taken === undefined) return;
  await changes.stop();
  // Waited for before the button is pressed: a toast is there for some seconds only.
  const results = [page.getByText(taken).first().waitFor()];
  if (told !== undefined) results.push(page.locator('.fui-Toast', { hasText: told }).waitFor());
  await Promise.all([send.click(), ...results]);
}

async function showsFaults(form: Locator, labels: readonly string[]): Promise<void> {
  const typed = await contentOf(form);
  for (const label of labels) {
    const field = fieldOf(form, label);
    await form.locator('[aria-invalid=true]').and(field).waitFor();
    const said = await field.getAttribute('aria-describedby');
    const sentence = await form.locator(`[id="${said?.split(' ')[0] ?? ''}"]`).textContent();
    assert.match(sentence ?? '', /\w+ \w+/, `${label} says what is wrong`);
  }
  assert.deepEqual(await contentOf(form), typed, 'what was typed is kept');
  // Faults that were found as fields were left are there before the answer, which moves the focus.
  await form.locator('[aria-invalid=true]:focus').waitFor();
}

interface Changes {
  /** Each change that the page sends gets this answer. */
  answer: Answer;
  stop(): Promise<void>;
}

/** The plan of a dialog, which is not what its button sends, is read again when the connection is back. */
async function interceptChanges(page: Page, { submit }: FormCase): Promise<Changes> {
  const address = '**/admin/api/**';
  const changes: Changes = {
    answer: (route) => route.abort(),
    stop: () => page.unroute(address),
  };
  await page.route(address, (route) => {
    const url = route.request().url();
    const isRead = route.request().method() === 'GET' || isCheck(url);
    const isOtherPlan = new URL(url).pathname.endsWith('/plan') && submit !== 'Check groups';
    return isRead || isOtherPlan ? route.fallback() : changes.answer(route);
  });
  return changes;
}

/** However often the button is pressed. Sent again after a lost answer, it is the same request. */
async function isSentOnce(
  page: Page,
  { fields = {} }: FormCase,
  form: Locator,
  send: Locator,
  changes: Changes,
): Promise<void> {
  // Its button has another name while it waits for the answer.
  const waiting = page.locator('dialog[open] form, dialog[open], main form');
  const pending = waiting.locator('button[aria-disabled=true]').last();

  const first = holdChanges(changes);
  // In one turn of the page, before anything is drawn; then as people do it.
  await send.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await pending.click({ force: true });
  await pending.press('Enter');
  const [label] = Object.keys(fields);
  if (label !== undefined) await pressEnter(fieldOf(waiting, label).first());
  await first.hasSent;
  assert.equal(first.sent.length, 1, 'one request');
  await first.lose();
  await form.getByText('The service does not respond').first().waitFor();

  const second = holdChanges(changes);
  await send.click();
  await pending.waitFor();
  await second.hasSent;
  const [before, again] = [first.sent[0]!, second.sent[0]!];
  assert.equal(again.postData(), before.postData());
  const key = before.headers()['idempotency-key'];
  assert.equal(again.headers()['idempotency-key'], key);
  assert.equal(key !== undefined, isCreation(before), 'creations carry an Idempotency-Key');
  await second.lose();
  await form.getByText('The service does not respond').first().waitFor();
}

/** In a field of several lines, Enter begins another one. */
async function pressEnter(field: Locator): Promise<void> {
  const isOneLine = await field.evaluate((element) => element instanceof HTMLInputElement);
  if (isOneLine) await field.press('Enter');
}

const isCreation = (request: Request) =>
  (request.method() === 'POST' &&
    !/\/(?:revoke|cancel|plan|release|test|replay|disable)$/.test(
      new URL(request.url()).pathname,
    )) ||
  // They create an operation on the group.
  (/^(?:PATCH|DELETE)$/.test(request.method()) && request.url().includes('/teams/'));

/** Holds back every change and leaves all of them unanswered. */
function holdChanges(changes: Changes) {
  const held: Route[] = [];
  const { promise: hasSent, resolve } = Promise.withResolvers<void>();
  changes.answer = async (route) => {
    held.push(route);
    resolve();
  };
  return {
    /** Resolves once the page has sent a change: the button shows it before the request gets here. */
    hasSent,
    get sent() {
      return held.map((route) => route.request());
    },
    async lose() {
      for (const route of held) await route.abort();
    },
  };
}

/** All inputs and choices that are sent, in order. The inputs of samples come and go with the patterns. */
async function contentOf(form: Locator): Promise<string[]> {
  return form.evaluate((element) => {
    const samples = '[role=group][aria-label="Names from values"]';
    const fields = [...element.querySelectorAll('input, textarea, select')];
    return fields
      .filter((field) => field.closest(samples) === null)
      .map((field) => {
        const { type, checked, value } = field as HTMLInputElement;
        return type === 'checkbox' ? String(checked) : value;
      });
  });
}
