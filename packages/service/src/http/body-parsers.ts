// The media types of bodies that the service reads: JSON and forms.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../ground/errors.ts';
import { parseForm } from './form.ts';
import { parseStrictJson } from './strict-json.ts';

/** Others have their turn between the reading of such a body and its check. */
const largeBytes = 256 * 1024;

export function addBodyParsers(
  server: Pick<FastifyInstance, 'addContentTypeParser' | 'removeAllContentTypeParsers'>,
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Some clients name the media type although they send no body.
    if (body.length === 0) {
      const { config, schema } = request.routeOptions;
      if (config.optionalBody === true || schema?.body === undefined) {
        done(null, config.optionalBody === true ? {} : undefined);
        return;
      }
    }
    const value = parseStrictJson(body as Buffer);
    requireExpected(request, value);
    if (body.length < largeBytes) done(null, value);
    else setImmediate(() => done(null, value));
  });
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
  const where =
    routeOptions.schema?.querystring === undefined ? '' : ' Send its members in the query.';
  throw new DomainError('invalid_request', `This address takes no body.${where}`);
}
