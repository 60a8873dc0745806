// The explorer of the API at /docs/explorer: Swagger UI, from the npm package and not from another host, with search over
// operations and requests that can be sent. Its policy is separate: the scripts and styles are
// those of the package, and requests only go to this service.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notFound } from '../ground/errors.ts';
import type { Server } from './server.ts';

const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

/** Takes the colours of the system. Filters by path, summary, id and tag: the library itself only knows tags, and its box says so. */
const starter = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const matches = (operation, words) => {
  const text = ['path', 'method'].map((name) => operation.get(name)).concat(
    ['summary', 'operationId'].map((name) => operation.getIn(['operation', name])),
  ).join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};
const opsFilter = (tagged, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/);
  return tagged
    .map((tag, name) => words.every((word) => name.toLowerCase().includes(word))
      ? tag
      : tag.set('operations', tag.get('operations').filter((operation) => matches(operation, words))))
    .filter((tag) => tag.get('operations').size > 0);
};
const searchText = 'Search by path, summary, operation id or tag';
const labelled = ({ React }) => (Original) => (props) => {
  const box = React.useRef(null);
  React.useEffect(() => {
    const input = box.current.querySelector('input');
    if (input === null) return;
    input.placeholder = searchText;
    input.setAttribute('aria-label', searchText);
  });
  return React.createElement('div', { ref: box }, React.createElement(Original, props));
};
SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#explorer',
  filter: true,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [(system) => ({ fn: { opsFilter }, wrapComponents: { FilterContainer: labelled(system) } })],
});
`;

const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Groupwright API explorer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="explorer/swagger-ui.css">
</head>
<body>
<div id="explorer"></div>
<script src="explorer/swagger-ui-bundle.js"></script>
<script>${starter}</script>
</body>
</html>
`;

export function registerExplorer(server: Server, { baseUrl }: { readonly baseUrl: string }): void {
  const scriptHash = createHash('sha256').update(starter).digest('base64');
  // The library sets styles of elements; its data: images are icons.
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

  server.get(
    '/docs/explorer',
    { config: { access: 'public', produces: ['text/html'] }, schema: { hide: true } },
    (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'public, max-age=300')
        .send(document),
  );

  for (const [name, contentType] of Object.entries(files)) {
    let read: Promise<Buffer> | undefined;
    server.get(
      `/docs/explorer/${name}`,
      { config: { access: 'public', produces: [contentType] }, schema: { hide: true } },
      async (_request, reply) => {
        read ??= readOfPackage(name);
        return reply
          .header('content-type', contentType)
          .header('cache-control', 'public, max-age=86400')
          .send(await read);
      },
    );
  }
}

/** @throws DomainError `not_found` where npm has not installed the package */
async function readOfPackage(name: string): Promise<Buffer> {
  try {
    const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
    return await readFile(join(dirname(manifest), name));
  } catch {
    throw notFound();
  }
}
