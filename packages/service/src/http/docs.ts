// The description of the interface at /openapi.json, as OpenAPI 3.0 at /openapi-3.0.json, and for people at /docs: Swagger
// UI, from the npm package and not from another host, with search over operations and requests that can be sent. The
// policy of this page is separate: the scripts and styles are those of the package, and requests only go to this service.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notFound } from '../ground/errors.ts';
import type { JsonObject } from './json.ts';
import { asOpenApi30 } from './openapi-3-0.ts';
import { openApiDocument, type DocumentOptions } from './openapi.ts';
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
  url: 'openapi.json',
  dom_id: '#reference',
  filter: true,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [(system) => ({ fn: { opsFilter }, wrapComponents: { FilterContainer: labelled(system) } })],
});
`;

const reference = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Groupwright API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs scripts. The same is in <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script>${starter}</script>
</body>
</html>
`;

export function registerDocs(server: Server, options: DocumentOptions): void {
  registerDescriptions(server, options);
  const scriptHash = createHash('sha256').update(starter).digest('base64');
  // The library sets styles of elements; its data: images are icons.
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(options.baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

  server.get(
    '/docs',
    { config: { access: 'public', produces: ['text/html'] }, schema: { hide: true } },
    (_request, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'public, max-age=300')
        .send(reference),
  );

  for (const [name, contentType] of Object.entries(files)) {
    let read: Promise<Buffer> | undefined;
    server.get(
      `/docs/${name}`,
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

function registerDescriptions(server: Server, options: DocumentOptions): void {
  // Made when first asked for: it costs nothing at start, and every route is declared by then.
  let made: { readonly bytes: Buffer; readonly bytes30: Buffer } | undefined;
  const make = (): NonNullable<typeof made> => {
    const document: JsonObject = openApiDocument(server, options);
    return {
      bytes: Buffer.from(JSON.stringify(document, undefined, 2)),
      bytes30: Buffer.from(JSON.stringify(asOpenApi30(document), undefined, 2)),
    };
  };

  for (const [address, kind] of [
    ['/openapi.json', 'bytes'],
    ['/openapi-3.0.json', 'bytes30'],
  ] as const) {
    server.get(
      address,
      { config: { access: 'public' }, schema: { hide: true } },
      (_request, reply) => {
        made ??= make();
        return (
          reply
            .header('content-type', 'application/json; charset=utf-8')
            .header('cache-control', 'public, max-age=300')
            // Tools that show descriptions read it from other origins; it holds nothing secret.
            .header('access-control-allow-origin', '*')
            .send(made[kind])
        );
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
