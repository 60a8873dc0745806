// The media types of bodies that the service reads: JSON and forms.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../ground/errors.ts';
import type { Rest } from '../ground/turns.ts';
import { parseStrictJson, parseStrictJsonInTurns } from './strict-json.ts';
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { inNfc } from '../ground/text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many values the largest lawful body of the route has, where that is more than of other routes. */
    mostValues?: number;
  }
}

/** Others have their turn while such a body is read, and before its check. */
const largeBytes = 256 * 1024;

export function addBodyParsers(
  server: Pick<FastifyInstance, 'addContentTypeParser' | 'removeAllContentTypeParsers'>,
  rest: Rest,
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { config, schema } = request.routeOptions;
      // Some clients name the media type although they send no body.
      if (body.length === 0 && (config.optionalBody === true || schema?.body === undefined)) {
        return config.optionalBody === true ? {} : undefined;
      }
      const isLarge = body.length >= largeBytes;
      const value = isLarge
        ? await parseStrictJsonInTurns(body, rest, config.mostValues)
        : parseStrictJson(body);
      requireExpected(request, value);
      if (isLarge) await setImmediate();
      return value;
    },
  );
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const form = parseForm(body as Buffer);
      requireExpected(request, form);
      done(null, form);
    },
  );
}

/** Nothing that a caller sends is dropped silently. An empty object says nothing. */
function requireExpected({ routeOptions }: FastifyRequest, body: unknown): void {
  if (routeOptions.schema?.body !== undefined || JSON.stringify(body) === '{}') return;
  const { properties = {} } = (routeOptions.schema?.querystring ?? {}) as { properties?: object };
  const where = Object.keys(properties).length === 0 ? '' : ' Send its members in the query.';
  throw new DomainError('invalid_request', `This address takes no body.${where}`);
}

// Bodies of HTML form encoding, as OAuth clients send them to the token endpoint: strict UTF-8, and
// no parameter twice (RFC 6749 section 3.2).
const maxParameters = 100;

function parseForm(body: Buffer): Record<string, string> {
  const text = body.toString('utf8');
  if (!isUtf8(body) || !isDecodable(text)) {
    throw new DomainError('invalid_request', 'The form is not valid UTF-8 in percent-encoding.');
  }
  const form: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > maxParameters) {
      throw new DomainError('invalid_request', `The form has more than ${maxParameters} fields.`);
    }
    if (Object.hasOwn(form, name)) {
      throw new DomainError('invalid_request', 'A field of the form appears more than once.');
    }
    Object.defineProperty(form, name, { value, enumerable: true, writable: true });
  }
  return inNfc(form);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
