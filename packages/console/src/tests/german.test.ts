// The German of pages, failures and faults of forms, which the service itself explains in English.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeProject, type Pages, startPages } from './pages.ts';

let pages: Pages;
let page: Page;
let failedId: string;
before(async () => {
  pages = await startPages();
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({ name: 'Team', identifier: 'team' });
  failedId = await create('prj-ghost', 'team', 'nobody.here@nordlicht.example');
  page = await pages.signedIn({ locale: 'de-DE' });
});
after(() => pages.close());

test('a failed creation is explained with the names of its people', async () => {
  await pages.visit(page, `/groups/${failedId}`);
  await page.getByText('Das Verzeichnis kennt einige der Personen nicht.').waitFor();
  await page.getByText('nobody.here@nordlicht.example ist nicht im Verzeichnis.').waitFor();
});

test('the faults of a form and a missing page are explained', async () => {
  await pages.visit(page, '/organisations');
  await page.getByRole('button', { name: 'Organisation hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Bezeichner').fill('Not One');
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await dialog.getByText('Geben Sie einen Wert ein.').waitFor();
  await dialog.getByText(/^Geben Sie höchstens 63 Zeichen ein: a bis z/).waitFor();
  // A rule behind `not_valid`, whose text is loaded with the answer.
  await dialog.getByLabel('Name').fill('Nord');
  await dialog.getByLabel('Bezeichner').fill('0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10');
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await dialog.getByText(/^Der Bezeichner darf nicht wie eine GUID aussehen/).waitFor();
  await pages.visit(page, '/groups/0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10');
  await page.getByText('Hier ist nichts vorhanden', { exact: true }).waitFor();
});

test('the language, the time zone and the muted messages follow the account to another browser', async () => {
  const email = 'greta@nordlicht.example';
  const first = await pages.signedIn({ locale: 'de-DE' }, email);
  await first.getByRole('button', { name: 'Ihr Konto' }).click();
  await first.getByRole('menuitem', { name: 'Kontoeinstellungen' }).click();
  const stored = first.waitForResponse((response) => response.url().endsWith('/account'));
  await first.getByLabel('Zeitzone').selectOption('Asia/Tokyo');
  assert.equal((await stored).status(), 200);
  const muted = first.waitForResponse((response) => response.url().endsWith('/account'));
  await first.getByLabel('Verbindung Die Anmeldeinformation').uncheck();
  assert.equal((await muted).status(), 200);
  const chosen = first.waitForResponse((response) => response.url().endsWith('/account'));
  await first.keyboard.press('Escape');
  await first.getByRole('button', { name: 'Ihr Konto' }).click();
  await first.getByRole('menuitem', { name: 'Sprache' }).click();
  await first.getByRole('menuitemradio', { name: 'English' }).click();
  assert.deepEqual(await (await chosen).json(), {
    language: 'en',
    timeZone: 'Asia/Tokyo',
    mutedNotices: ['connection'],
  });

  const second = await pages.signedIn({ locale: 'de-DE' }, email);
  await second.getByRole('heading', { name: 'Home' }).waitFor();
  await second.getByRole('button', { name: 'Your account' }).click();
  await second.getByRole('menuitem', { name: 'Account settings' }).click();
  assert.equal(await second.getByLabel('Time zone').inputValue(), 'Asia/Tokyo');
  const isWanted = (topic: string) => second.getByLabel(topic).isChecked();
  assert.deepEqual(
    await Promise.all([
      isWanted('Webhooks A'),
      isWanted('Connection'),
      isWanted('Mass departures'),
    ]),
    [true, false, true],
  );
  await first.context().close();
  await second.context().close();
});

test('details that are open stay open when the language changes', async () => {
  const reader = await pages.signedIn({ locale: 'de-DE' });
  await pages.visit(reader, '/activity');
  const details = reader.locator('details').first();
  await details.getByText('Details').first().click();
  await details.getByText('"action"').waitFor();
  await reader.evaluate(() => {
    const key = 'groupwright-locale';
    localStorage.setItem(key, JSON.stringify({ language: 'en', timeZone: null }));
    dispatchEvent(new StorageEvent('storage', { key }));
  });
  await reader.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  assert.equal(await details.evaluate((one: HTMLDetailsElement) => one.open), true);
  await reader.context().close();
});

test('the figures of a row are in line, although one name takes two lines', async () => {
  const reader = await pages.reader({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  await pages.visit(reader, '/');
  await reader.getByText('Erfolgsquote, letzte 30 Tage').waitFor();
  const tops = await reader
    .locator('.tile-value')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  assert.deepEqual(
    tops,
    Array.from({ length: 4 }, () => tops[0]),
  );
});

test('the warning above a secret keeps its height on a phone', async () => {
  const reader = await pages.reader({ locale: 'de-DE', viewport: { width: 390, height: 700 } });
  await pages.visit(reader, '/api-keys');
  await reader.getByRole('button', { name: 'Schlüssel hinzufügen' }).click();
  await reader.getByLabel('Beschreibender Name').fill('Onboarding');
  await reader.getByRole('button', { name: 'Schlüssel erstellen' }).click();
  const warning = reader.getByRole('dialog').locator('.message-bar');
  await warning.getByText('Kopieren Sie dieses Geheimnis jetzt.').waitFor();
  const [shown, whole] = await warning.evaluate((bar: HTMLElement) => {
    const before = bar.offsetHeight;
    bar.style.flex = 'none';
    return [before, bar.offsetHeight];
  });
  assert.equal(shown, whole);
});

test('a choice of the language in one tab counts in the others', async () => {
  await pages.visit(page, '/activity');
  await page.getByRole('heading', { name: 'Aktivität' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(pages.url('/'));
  await other.getByRole('button', { name: 'Ihr Konto' }).click();
  await other.getByRole('menuitem', { name: 'Sprache' }).click();
  await other.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});
