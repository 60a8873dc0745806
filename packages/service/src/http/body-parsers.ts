// The media types of bodies that the service reads: JSON and forms.
import type { FastifyInstance } from 'fastify';
import { parseForm } from './form.ts';
import { parseStrictJson } from './strict-json.ts';

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
    done(null, parseStrictJson(body as Buffer));
  });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      done(null, parseForm(body as Buffer));
    },
  );
}
