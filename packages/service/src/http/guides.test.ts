import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { composeServer } from '../../testing/describe-service.ts';
import { guidePatterns } from './guides.ts';
import { anchorOf, markdownToHtml } from './markdown.ts';

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const server = composeServer();
after(() => server.close());

const read = async (url: string) => {
  const answer = await server.inject({ url, headers: { accept: 'text/html' } });
  assert.equal(answer.statusCode, 200, url);
  return answer.body;
};
const paths = globSync(guidePatterns, { cwd: docs })
  .filter((file) => file !== 'speed.md')
  .map((file) => `/docs/${file.replace(/\.md$/, '')}`);
const bodies = new Map<string, string>();
before(async () => {
  for (const path of paths) bodies.set(path, await read(path));
});

test('the documentation is served, and its list has every page', async () => {
  assert.ok(paths.length > 25);
  const list = await read('/docs/guides');
  for (const path of paths) {
    assert.ok(list.includes(`href="${path.slice('/docs/'.length)}"`), path);
    assert.match(bodies.get(path) ?? '', /<h1 id="[^"]+">/, path);
  }
  const absent = await server.inject({ url: '/docs/guides/no-such-guide' });
  assert.equal(absent.statusCode, 404);
});

test('each link of the documentation leads to a page and to a heading of it', async () => {
  let checked = 0;
  for (const [path, body] of [...bodies, ['/docs/guides', await read('/docs/guides')] as const]) {
    for (const [, href = ''] of body.matchAll(/<a href="([^"]+)"/g)) {
      if (/^https?:/.test(href)) continue;
      const target = new URL(href, `http://groups.example${path}`);
      const shown = bodies.get(target.pathname) ?? (await read(target.pathname));
      if (target.hash !== '') assert.ok(shown.includes(`id="${target.hash.slice(1)}"`), href);
      checked += 1;
    }
  }
  assert.ok(checked > 150);
});

test('no page cites a decision, which is not served: its words alone would say nothing', () => {
  for (const path of paths) {
    const text = readFileSync(`${docs}${path.slice('/docs/'.length)}.md`, 'utf8');
    assert.equal(/.*(?:decisions\/|[Dd]ecision \d{4}).*/.exec(text)?.[0], undefined, path);
  }
});

test('no page shows the signs of its Markdown', () => {
  for (const [path, body] of bodies) {
    const text = body
      .replace(/^[^]*<main>/, '')
      .replaceAll(/<(?<name>pre|code|h[1-6])\b[^]*?<\/\k<name>>/g, '')
      .replaceAll(/<[^>]*>/g, '\n');
    const sign = /.*(?:\*\*|`|\]\(|^#+ |^\||^- |^\d+\. |undefined|\[object).*/m.exec(text)?.[0];
    assert.equal(sign, undefined, path);
  }
});

test('Markdown becomes HTML, and what looks like HTML in it stays text', () => {
  const target = (address: string) => (address === 'no.md' ? undefined : address);
  const made = (text: string) =>
    markdownToHtml(text, target)
      .text.replaceAll(/\s*\n\s*/g, '')
      .trim();
  assert.equal(
    made('## A *b* `c`\n\ntwo\nlines & <b>'),
    '<h2 id="a-b-c">A <em>b</em> <code>c</code></h2><p>twolines &amp; &#60;b&#62;</p>',
  );
  assert.equal(
    made(
      '1. **one**\n   more\n2. two:\n\n   - [a](b.md#c)\n   - [`d`](no.md)\n\n   ```sh\n   <x>\n   ```',
    ),
    '<ol><li><p><strong>one</strong>more</p></li><li><p>two:</p>' +
      '<ul><li><a href="b.md#c">a</a></li><li><code>d</code></li></ul>' +
      '<pre><code class="language-sh">&lt;x&gt;</code></pre></li></ol>',
  );
  assert.match(
    made('| a | b |\n|---|---|\n| `c\\|d` | |'),
    /<td><code>c\|d<\/code><\/td><td><\/td>/,
  );
  assert.equal(anchorOf('What a person’s groups (all) say'), 'what-a-persons-groups-all-say');
});
