// Compresses what administrators read, because their lines may be slow. Callers of the API have fast ones and many requests,
// so they get plain answers; so does a reader of an answer with a secret (BREACH), an event stream and a file.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest, onSendAsyncHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer has a secret of a session or of a person, so its length must not depend on how it compresses. */
    answersSecret?: true;
  }
}

export type Coding = 'br' | 'gzip';

/** Fits into one packet anyway. */
const leastBytes = 1_200;
/** The result is as small as that of gzip, in less time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The codings that a request accepts (RFC 9110 section 12.5.3), the smaller one first. */
export function acceptedCodings({ headers }: Pick<FastifyRequest, 'headers'>): readonly Coding[] {
  const accepted = headers['accept-encoding'] ?? '';
  return (['br', 'gzip'] as const).filter((coding) =>
    new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?![\\d.]))`, 'i').test(accepted),
  );
}

/** The entity tag has the coding at its end: it names these bytes. */
export const compressForSessions: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (request.sessionHolder === null || request.routeOptions.config.answersSecret === true) {
    return payload;
  }
  reply.header('vary', 'accept-encoding');
  const [coding] = acceptedCodings(request);
  const isLarge = typeof payload === 'string' && payload.length >= leastBytes;
  if (coding === undefined || !isLarge || reply.statusCode !== 200) return payload;
  const bytes = Buffer.from(payload);
  const compressed =
    coding === 'br'
      ? await promisify(brotliCompress)(bytes, brotliOptions)
      : await promisify(gzip)(bytes);
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string') reply.header('etag', tag.replace(/"$/, `-${coding}"`));
  reply.header('content-encoding', coding).removeHeader('content-length');
  return compressed;
};
