// The description of the interface at /openapi.json, as OpenAPI 3.0 at /openapi-3.0.json, and the same for people at /docs: one page made
// from it, without scripts and without anything from elsewhere.
import type { Server } from './server.ts';
import { referenceOf } from './docs-page.ts';
import type { JsonObject } from './json.ts';
import { asOpenApi30 } from './openapi-3-0.ts';
import { openApiDocument, type DocumentOptions } from './openapi.ts';
import { page, sendPage } from './page.ts';

export function registerDocs(server: Server, options: DocumentOptions): void {
  // Made when first asked for: it costs nothing at start, and every route is declared by then.
  let made:
    | { readonly bytes: Buffer; readonly bytes30: Buffer; readonly reference: string }
    | undefined;
  const make = (): NonNullable<typeof made> => {
    const document: JsonObject = openApiDocument(server, options);
    return {
      bytes: Buffer.from(JSON.stringify(document, undefined, 2)),
      bytes30: Buffer.from(JSON.stringify(asOpenApi30(document), undefined, 2)),
      reference: page('Groupwright API', referenceOf(document)),
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

  server.get(
    '/docs',
    { config: { access: 'public', produces: ['text/html'] }, schema: { hide: true } },
    (_request, reply) => {
      made ??= make();
      return sendPage(reply, made.reference);
    },
  );
}
