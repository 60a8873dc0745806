// Forced colors, as in the contrast themes of Windows: text keeps its contrast, and what only a color would show is seen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindings, creationEnds, makeProject, type Pages, startPages } from './pages.ts';
import { rendered } from './views.ts';

let pages: Pages;
before(async () => {
  pages = await startPages();
  const { addTemplate, create } = await makeProject(pages);
  await addTemplate({ name: 'Project', identifier: 'project' });
  const group = await creationEnds(
    pages,
    await create('prj-pier', 'project', 'gone@nordlicht.example'),
  );
  assert.equal(group.status, 'failed');
});
after(() => pages.close());

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages are read in forced colors, ${colorScheme}`, async () => {
    const page = await pages.signedIn({ forcedColors: 'active', colorScheme });
    const findings: string[] = [];
    for (const path of ['/', '/reports', '/groups', '/api-keys', '/directory', '/activity']) {
      await pages.visit(page, path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      await rendered(page);
      const found = await axeFindings(page, { rules: ['color-contrast', 'link-in-text-block'] });
      findings.push(...found.map((one) => `${path}: ${one}`));
      assert.notDeepEqual(await marksOf(page, current), await marksOf(page, other));
    }
    assert.deepEqual(findings, []);

    await pages.visit(page, '/reports');
    const bar = page.locator('.bar-fill').first();
    await bar.waitFor();
    const [fill, ground] = await bar.evaluate((element) =>
      [element, document.documentElement].map((one) => getComputedStyle(one).backgroundColor),
    );
    assert.notEqual(fill, ground, 'a bar has the color of the page');
    await page.context().close();
  });
}

/** It belongs to the sections. */
const current = '.nav a[aria-current="page"]';
const other = '.nav a:not([aria-current="page"])';

/** The colors beside the name of a section, which forced colors may take away. */
async function marksOf(
  page: Awaited<ReturnType<Pages['signedIn']>>,
  selector: string,
): Promise<readonly string[]> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) =>
      ['::before', '::after'].map((part) => {
        const { content, backgroundColor, width } = getComputedStyle(element, part);
        return content === 'none' ? 'none' : `${backgroundColor} ${width}`;
      }),
    );
}
