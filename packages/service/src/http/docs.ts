// The description of the interface at /openapi.json, and the same for people at /docs: one page made
// from it, without scripts and without anything from elsewhere.
import type { Server } from './server.ts';
import { referenceOf } from './docs-page.ts';
import type { JsonObject } from './json.ts';
import { openApiDocument, type DocumentOptions } from './openapi.ts';
import { page, sendPage } from './page.ts';

export function registerDocs(server: Server, options: DocumentOptions): void {
  // Made when first asked for: it costs nothing at start, and every route is declared by then.
  let made: { readonly bytes: Buffer; readonly reference: string } | undefined;
  const make = (): NonNullable<typeof made> => {
    const document: JsonObject = openApiDocument(server, options);
    return {
      bytes: Buffer.from(JSON.stringify(document, undefined, 2)),
      reference: page('Groupwright API', referenceOf(document)),
    };
  };

  server.get(
    '/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    (_request, reply) => {
      made ??= make();
      return (
        reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('cache-control', 'public, max-age=300')
          // Tools that show descriptions read it from other origins; it holds nothing secret.
          .header('access-control-allow-origin', '*')
          .send(made.bytes)
      );
    },
  );

  server.get(
    '/docs',
    { config: { access: 'public', produces: ['text/html'] }, schema: { hide: true } },
    (_request, reply) => {
      made ??= make();
      return sendPage(reply, made.reference);
    },
  );
}
