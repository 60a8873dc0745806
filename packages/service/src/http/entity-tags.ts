// Entity tags (RFC 9110 section 8.8.3). The tag of an answer is `"<version>.<content>"`: If-Match compares the version
// alone, so a change is refused only after another change of the same thing, and If-None-Match compares all of it.
// Proxies that compress make a tag weak or add the coding to it: such a tag counts as the one it was.
import { hash } from 'node:crypto';
import type { FastifyReply, onSendHookHandler } from 'fastify';
import { DomainError } from '../ground/errors.ts';
import type { ExpectedVersion } from '../ground/record-store.ts';

/** The versions that a change may apply to, from If-Match. */
export interface IfMatch {
  /** An empty list, which no version is in, where the tags name no number. */
  readonly version: ExpectedVersion;
  /** Whether one of the tags has this version, for something without a number of its version. */
  includes(version: string): boolean;
}

export const anyVersion: IfMatch = { version: undefined, includes: () => true };

/** @throws DomainError `invalid_request` where it is neither `*` nor a list of entity tags */
export function readIfMatch(header: string): IfMatch {
  const tags = readTags(header);
  if (tags === undefined) {
    throw new DomainError(
      'invalid_request',
      'If-Match must be * or the ETag of the version that you read, in double quotes, or several of them.',
    );
  }
  if (tags === '*') return anyVersion;
  const versions = new Set(tags.map((tag) => tag.split('.', 1)[0]));
  return {
    version: tags.flatMap((tag) => numberIn(tag) ?? []),
    includes: (version) => versions.has(version),
  };
}

/** The number of the version in a tag; undefined: it has none. */
export function numberIn(tag: string): number | undefined {
  const number = /^(?:0|[1-9]\d{0,14})(?![\dA-Za-z])/.exec(tag)?.[0];
  return number === undefined ? undefined : Number(number);
}

/** On a GET, the content of the answer is added. */
export function sendVersion(reply: FastifyReply, version: number | string): void {
  reply.header('etag', `"${version}"`);
}

/** Adds the content to the version of an answer, unless its tag has it, and answers 304 to a caller who has it. */
export const tagContent: onSendHookHandler = (request, reply, payload, done) => {
  const version = /^"([^"]*)"$/.exec(String(reply.getHeader('etag') ?? ''))?.[1];
  const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (version === undefined || reply.statusCode !== 200 || !isBuffered) {
    done(null, payload);
    return;
  }
  const tag = version.includes('.') ? version : `${version}.${hashOf(payload)}`;
  reply.header('etag', `"${tag}"`);
  const known = readTags(request.headers['if-none-match'] ?? '');
  if (known !== '*' && known?.includes(tag) !== true) {
    done(null, payload);
    return;
  }
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  done(null, null);
};

/** A comma, or a tag before a comma or the end. */
const element = /[ \t]*(?:,|(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"(?=[ \t]*(?:,|$)))[ \t]*/y;
/** Apache, Jetty, lighttpd and others add such an ending. */
const coding = /(?:--?|[;:])(?:x-)?(?:gzip|br|brotli|deflate|zstd|compress|df)$|:0$/i;

/** Each also without its coding; undefined: the text is no list of tags. */
function readTags(header: string): readonly string[] | '*' | undefined {
  if (header.trim() === '*') return '*';
  const tags: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (found === null) return undefined;
    const [, tag] = found;
    if (tag === undefined) continue;
    const bare = tag.replace(coding, '');
    tags.push(...(bare === tag ? [tag] : [tag, bare]));
  }
  return tags.length === 0 ? undefined : tags;
}

/** The etag of something that has no number of its version: a hash of all that can change. */
export function contentEtag(content: readonly unknown[]): string {
  return hashOf(JSON.stringify(content));
}

/** Letters and digits alone: a hyphen at the end would be taken for the beginning of a coding. */
function hashOf(content: string | Buffer): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}
