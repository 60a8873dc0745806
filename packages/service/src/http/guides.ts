// The documentation at /docs/guides and below /docs, from the same files as in the repository, so that it fits the
// version that runs and needs no other host. Links to files that are not served are shown as text.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LinkTarget } from './markdown.ts';
import { html, type Html, page, sendPage } from './page.ts';
import type { Server } from './server.ts';

/** The published package has the documentation beside its code. */
const shipped = fileURLToPath(new URL('../../docs', import.meta.url));
const inRepository = fileURLToPath(new URL('../../../../docs', import.meta.url));

/** The pages below docs that are served. */
export const guidePatterns = [
  '*.md',
  'guides/*.md',
  'operator/*.md',
  'runbook/*.md',
  'microsoft-365/*.md',
] as const;

/** Pages of the repository that no reader of a running service needs. */
const omitted = new Set(['speed']);

const config = { access: 'public', produces: ['text/html'] } as const;

const directory = existsSync(shipped) ? shipped : inRepository;
const readGuide = (name: string) => readFileSync(posix.join(directory, `${name}.md`), 'utf8');

let titles: readonly { readonly path: string; readonly title: string }[] | undefined;

/** Read once, when someone asks. */
export function guideTitles() {
  titles ??= guideNames(directory).map((path) => ({ path, title: titleOf(readGuide(path)) }));
  return titles;
}

export function registerGuides(server: Server): void {
  const names = guideNames(directory);
  const pages = new Map<string, string>();
  const made = async (name: string, make: () => string | Promise<string>) => {
    const known = pages.get(name) ?? (await make());
    pages.set(name, known);
    return known;
  };

  for (const name of names) {
    server.get(`/docs/${name}`, { config, schema: { hide: true } }, async (_request, reply) =>
      sendPage(reply, await made(name, () => guidePage(name, readGuide(name), names))),
    );
  }

  server.get('/docs/guides', { config, schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, await made('guides', () => page('Documentation', listOf()))),
  );
}

/** Paths below docs, without `.md`. */
function guideNames(directory: string): readonly string[] {
  return globSync(guidePatterns, { cwd: directory })
    .map((file) => file.replaceAll('\\', '/').replace(/\.md$/, ''))
    .filter((name) => !omitted.has(name))
    .sort();
}

const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? '';

async function guidePage(name: string, text: string, names: readonly string[]): Promise<string> {
  const within = posix.dirname(name);
  const up = within === '.' ? '' : '../';
  const target: LinkTarget = (address) => {
    if (/^https?:|^#/.test(address)) return address;
    const [path = '', anchor] = address.split('#');
    const guide = posix.join(within, path).replace(/\.md$/, '');
    if (!path.endsWith('.md') || !names.includes(guide)) return undefined;
    return path.replace(/\.md$/, '') + (anchor === undefined ? '' : `#${anchor}`);
  };
  // Loaded for the first page that is read, so that no start waits for it.
  const { markdownToHtml } = await import('./markdown.ts');
  return page(
    titleOf(text),
    html`<p class="soft"><a href="${up}guides">All pages</a></p>
      ${markdownToHtml(text, target)}`,
  );
}

function listOf(): Html {
  const linksIn = (folder: string) =>
    html`<ul>
      ${guideTitles()
        .filter(({ path }) => posix.dirname(path) === folder)
        .map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}
    </ul>`;
  return html`<h1>Documentation</h1>
    <p>It belongs to the version of the service that you use.</p>
    <h2>For administrators and operators</h2>
    ${linksIn('.')}
    <h2>Operating the service</h2>
    ${linksIn('operator')}
    <h2>Runbook</h2>
    ${linksIn('runbook')}
    <h2>Microsoft 365</h2>
    ${linksIn('microsoft-365')}
    <h2>Guides</h2>
    ${linksIn('guides')}
    <h2>Reference</h2>
    <ul>
      <li><a href="../docs">Reference of the API</a></li>
      <li><a href="../problems">Problems</a></li>
    </ul>`;
}
