// What a route checks before it looks at a request any closer: 406, 415, and the methods for 405.
import type { FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from '../errors.ts';
import { negotiate } from './negotiation.ts';

type Check = (request: FastifyRequest, reply: unknown, done: (error?: Error) => void) => void;

const json = ['application/json'] as const;

export function checkAccept(produces: readonly string[] = json): Check {
  const error = new DomainError(
    'not_acceptable',
    `This address answers with ${produces.join(', ')}, none of which the Accept header takes.`,
  );
  return function acceptIsMet(request, _reply, done) {
    const { accept } = request.headers;
    if (accept === undefined || accept === '*/*' || negotiate(accept, produces) !== undefined) {
      done();
    } else done(error);
  };
}

/** No check for a route that reads no body. */
export function checkMediaType(route: RouteOptions): readonly Check[] {
  if (route.schema?.body === undefined) return [];
  const consumes = route.config?.consumes ?? json;
  return [
    function mediaTypeIsRead(request, _reply, done) {
      const contentType = request.headers['content-type'];
      const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
      if (mediaType === consumes[0] || (mediaType && consumes.includes(mediaType))) done();
      else done(unsupportedMediaType(consumes));
    },
  ];
}

export function unsupportedMediaType(consumes: readonly string[] = json): DomainError {
  return new DomainError(
    'unsupported_media_type',
    `The body must be sent with the Content-Type ${consumes.join(' or ')}.`,
  );
}

/** Knows which methods an address has, for the Allow header. */
export interface AllowedMethods {
  add(url: string, methods: string | readonly string[]): void;
  of(path: string): readonly string[];
}

export function createAllowedMethods(): AllowedMethods {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    add(url, methods) {
      const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
      for (const method of [methods].flat()) route.methods.add(method.toUpperCase());
      routes.set(url, route);
    },
    of(path) {
      const found = new Set<string>();
      for (const { pattern, methods } of routes.values()) {
        if (pattern.test(path)) for (const method of methods) found.add(method);
      }
      return [...found].sort();
    },
  };
}

function toPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[^\w-]/g, String.raw`\$&`);
  });
  return new RegExp(`^${segments.join('/')}$`);
}
