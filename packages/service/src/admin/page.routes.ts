// Serves the page of the admin center: one document for every address below {admin_url}/{tenantId}, and its scripts,
// precompressed. Browsers cache them permanently, because their names change with them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../ground/errors.ts';
import { acceptedCodings, type Coding } from '../http/compression.ts';
import { acceptedLanguages } from '../http/negotiation.ts';
import type { Server } from '../http/server.ts';
import type { Log } from '../ground/log.ts';
import type { AdminAddress } from './admin-address.ts';
import { type BuiltPage, PageMissingError } from './built-page.ts';
import { TenantParams } from './common.schema.ts';

const html = ['text/html'];
const aYearSeconds = 31_536_000;
/** A page that is nearly there is waited for, rather than answered with "being built". */
const waitForPageMs = 5_000;

const reloadScriptName = 'look-again.js';

/** The build has added them to the names of the files that it compressed. */
const suffixes: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

const mediaTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

export interface PageOptions {
  readonly address: AdminAddress;
  readonly log: Log;
  readonly randomBytes: (size: number) => Buffer;
  /** Makes the page, or finds it; called once. */
  readonly buildPage: (signal: AbortSignal) => Promise<BuiltPage>;
}

export function registerAdminPage(server: Server, options: PageOptions): void {
  const { address, log, randomBytes } = options;
  let built: BuiltPage | undefined;
  /** Text of the page that could not be built. */
  let failure: string | undefined;
  let building: Promise<void> | undefined;
  const closing = new AbortController();
  server.addHook('preClose', async () => closing.abort());
  // Only once the service listens: it is also composed for other purposes.
  server.addHook('onListen', () => {
    building ??= build();
  });

  async function build(): Promise<void> {
    try {
      built = await options.buildPage(closing.signal);
    } catch (error) {
      failure = 'See the service log. The API is not affected; a restart builds the page again.';
      // A Ctrl-C reaches the builder, too.
      if (closing.signal.aborted) return;
      if (error instanceof PageMissingError) {
        failure = `${error.message} The API is not affected.`;
        log.warn(error.message);
      } else log.error({ err: error }, 'the page of the admin center could not be built');
    }
  }

  async function sendDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    building ??= build();
    if (built === undefined && failure === undefined)
      await Promise.race([building, pause(waitForPageMs)]);
    const nonce = randomBytes(16).toString('base64');
    reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
      .header('cache-control', 'no-store')
      .header('vary', 'cookie, accept-language')
      .header('content-type', 'text/html; charset=utf-8');
    setTransportSecurity(reply, address);
    if (built === undefined) {
      return reply
        .code(503)
        .header('retry-after', '1')
        .send(failure === undefined ? beingBuiltDocument(address) : notBuiltDocument(failure));
    }
    const document = documentFor(request, built)
      .replaceAll('%CSP_NONCE%', nonce)
      .replaceAll('%ADMIN_PATH%', escapeAttribute(address.publicPath))
      .replaceAll('%SERVICE_URL%', escapeAttribute(address.serviceUrl))
      .replaceAll('"./assets/', `"${escapeAttribute(address.publicPath)}/assets/`);
    return reply.send(document);
  }

  const page = { config: { access: 'public', produces: html } } as const;
  const tenant = '/:tenantId';
  const ofTenant = { ...page, schema: { params: TenantParams } };
  server.get(`${address.routePath}${tenant}`, ofTenant, sendDocument);
  server.get(`${address.routePath}${tenant}/*`, ofTenant, sendDocument);
  if (address.routePath !== '') {
    server.get(address.routePath, page, sendDocument);
    server.get(`${address.routePath}/`, page, sendDocument);
  }

  registerAssets(server, address, () => built);
}

function registerAssets(
  server: Server,
  address: AdminAddress,
  findBuilt: () => BuiltPage | undefined,
): void {
  server.get(
    `${address.routePath}/assets/:name`,
    {
      config: { access: 'public', produces: ['*/*'] },
      schema: { params: Type.Object({ name: Type.String() }) },
    },
    async (request, reply) => {
      const { name } = request.params;
      const built = findBuilt();
      if (name === reloadScriptName) {
        return reply.header('content-type', mediaTypes['js']).send(reloadScript);
      }
      const mediaType = mediaTypes[name.split('.').at(-1) ?? ''];
      if (built === undefined || mediaType === undefined || !built.assets.has(name)) {
        throw notFound();
      }
      const coding = acceptedCodings(request).find((one) =>
        built.assets.has(`${name}${suffixes[one]}`),
      );
      if (coding !== undefined) reply.header('content-encoding', coding);
      const suffix = coding === undefined ? '' : suffixes[coding];
      return reply
        .header('vary', 'accept-encoding')
        .header('cache-control', `public, max-age=${aYearSeconds}, immutable`)
        .header('content-type', mediaType)
        .send(await built.readAsset(`${name}${suffix}`));
    },
  );
}

/** The document has the language that the page has had in this browser, or else that of the browser; the page corrects it. */
function documentFor({ headers }: FastifyRequest, { documents }: BuiltPage): string {
  const had = /(?:^|;\s*)groupwright-language=(\w+)/.exec(headers.cookie ?? '')?.[1];
  const wanted = [had, ...acceptedLanguages(headers['accept-language'])];
  const found = wanted.map((tag) => documents.get(tag?.split('-')[0]?.toLowerCase() ?? ''));
  return found.find((one) => one !== undefined) ?? documents.get('en') ?? '';
}

/** Styles need the nonce because Fluent UI makes them at run time; nothing else runs that is not our file. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** HSTS (RFC 6797), where the admin center is reached by https. */
export function setTransportSecurity(reply: FastifyReply, address: AdminAddress): void {
  if (address.isSecure) reply.header('strict-transport-security', `max-age=${aYearSeconds}`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function pause(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds).unref();
  return promise;
}

const notBuiltDocument = (text: string) => plainDocument('There is no admin center here', text, '');

/** Reloads by a script: a refresh by the browser does nothing if the address contains a #. */
const reloadScript = 'setTimeout(() => location.reload(), 1000);';

function beingBuiltDocument(address: AdminAddress): string {
  const script = `${escapeAttribute(address.publicPath)}/assets/${reloadScriptName}`;
  return plainDocument(
    'Please wait',
    'The admin center is being built. This page reloads automatically.',
    `<script src="${script}"></script>`,
  );
}

function plainDocument(title: string, text: string, head: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
}
