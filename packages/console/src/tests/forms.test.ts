// Every form and every question of the admin center: each shows faults next to the field, keeps the input, and loses
// nothing when the service answers 4xx, 5xx, rubbish or not at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { type FormCase, fieldOf, fillForm, formCases, isCheck, openForm } from './form-cases.ts';
import { type Pages, startPages } from './pages.ts';
import { createSeedData, type SeedData } from './seed-data.ts';

const problem = (status: number, code: string, detail: string, errors: object[] = []) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', status, code, title: code, detail, errors }),
});

/** Failures, and the text that the user reads then. */
const answers: readonly [what: string, answer: (route: Route) => Promise<void>, says: RegExp][] = [
  ['no answer', (route) => route.abort(), /The service does not respond/],
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
    'a fault of something that the form does not show',
    (route) =>
      route.fulfill(
        problem(422, 'validation_failed', 'No.', [{ pointer: '/x', detail: 'The moon is full.' }]),
      ),
    /The moon is full/,
  ],
  [
    'a lost update',
    (route) => route.fulfill(problem(412, 'version_conflict', 'It was changed meanwhile.')),
    /It was changed meanwhile/,
  ],
];

let pages: Pages;
let seedData: SeedData;
let page: Page;
before(async () => {
  pages = await startPages({ WEBHOOK_NETWORKS: 'loopback' });
  seedData = await createSeedData(pages);
  page = await pages.signedIn();
});
after(async () => {
  await seedData.close();
  await pages.close();
});

for (const one of formCases) {
  test(`nothing is lost, whatever is answered: ${one.name}`, () => tryOut(one));
}

async function tryOut({
  path,
  prepare,
  open,
  submit,
  fields = {},
  ...more
}: FormCase): Promise<void> {
  const { refused = Object.keys(fields), choose, taken } = more;
  const { form, send } = await openForm(page, pages.url(path(seedData)), {
    ...(prepare !== undefined && { prepare }),
    open,
    submit,
  });
  await choose?.(form);
  if (refused.length > 0) {
    await fillForm(form, fields, 0);
    const before = await contentOf(form);
    await send.click();
    for (const label of refused) {
      const field = fieldOf(form, label);
      await form.locator('[aria-invalid=true]').and(field).waitFor();
      const said = await field.getAttribute('aria-describedby');
      const sentence = await form.locator(`[id="${said?.split(' ')[0] ?? ''}"]`).textContent();
      assert.match(sentence ?? '', /\w+ \w+/, `${label} says what is wrong`);
    }
    assert.deepEqual(await contentOf(form), before, 'what was typed is kept');
    const focused = form.locator(':focus');
    assert.equal(
      await focused.getAttribute('aria-invalid'),
      'true',
      'the first fault has the focus',
    );
  }

  await fillForm(form, fields, 1);
  const typed = await contentOf(form);
  for (const [what, answer, says] of answers) {
    await page.route('**/admin/api/**', (route) =>
      route.request().method() === 'GET' || isCheck(route.request().url())
        ? route.fallback()
        : answer(route),
    );
    await send.click();
    await form.getByText(says).first().waitFor();
    await page.unroute('**/admin/api/**');
    assert.deepEqual(await contentOf(form), typed, `kept after ${what}`);
  }
  if (taken !== undefined) {
    await send.click();
    await page.getByText(taken).first().waitFor();
    await page.goto('about:blank');
  }
}

/** All inputs and choices, in order. */
async function contentOf(form: Locator): Promise<string[]> {
  return form.evaluate((element) =>
    [...element.querySelectorAll('input, textarea, select')].map((field) => {
      const { type, checked, value } = field as HTMLInputElement;
      return type === 'checkbox' ? String(checked) : value;
    }),
  );
}
