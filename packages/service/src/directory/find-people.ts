// Finds people of a tenant in its directory for requests that wait for the answer.
import { DomainError } from '../ground/errors.ts';
import type { CallContext } from './call-context.ts';
import { type Directory, DirectoryError } from './directory.ts';
import type { Person } from './people-life.ts';
import { isGuid, personKey } from './person-reference.ts';

/** The part of a directory that knows people. */
export type PeopleDirectory = Pick<Directory, 'resolvePeople'>;

export interface FindPeople {
  /**
   * Suggestions for a text of two or more characters: people whose name or address matches it.
   * @throws DomainError if the directory cannot be asked
   */
  suggest(
    tenantId: string,
    text: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly Person[]>;
  /**
   * The people by the keys of their references; undefined for those whom the directory does not have.
   * @throws DomainError if the directory cannot be asked
   */
  find(
    tenantId: string,
    references: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Person | undefined>>;
  /** The directory's id of each person. An id needs no directory: it may be of a person who was removed there. */
  findIds(
    tenantId: string,
    references: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]>;
}

export function createFindPeople(deps: {
  directoryOf: (tenantId: string) => Pick<Directory, 'resolvePeople' | 'searchPeople'>;
  deadline: () => AbortSignal;
}): FindPeople {
  const { directoryOf, deadline } = deps;

  async function ask<T>(signal: AbortSignal, work: (call: CallContext) => Promise<T>): Promise<T> {
    try {
      return await work({
        signal: AbortSignal.any([signal, deadline()]),
        teamId: 'people',
        isBackground: false,
      });
    } catch (error) {
      throw asDomainError(error);
    }
  }

  const find: FindPeople['find'] = async (tenantId, references, signal) => {
    const found = await ask(signal, (call) =>
      directoryOf(tenantId).resolvePeople(references, call),
    );
    return new Map(found.map(({ reference, person }) => [personKey(reference), person]));
  };

  return {
    suggest: (tenantId, text, limit, signal) =>
      ask(signal, (call) => directoryOf(tenantId).searchPeople(text, limit, call)),
    find,
    async findIds(tenantId, references, signal) {
      const unknown = references.filter((reference) => !isGuid(reference));
      const found = unknown.length === 0 ? undefined : await find(tenantId, unknown, signal);
      return references.map(personKey).map((key) => (isGuid(key) ? key : found?.get(key)?.id));
    },
  };
}

/** A fault of the directory, as the caller who waits for it gets it; any other error stays what it is. */
export function asDomainError(error: unknown): unknown {
  if (!(error instanceof DirectoryError)) return error;
  return new DomainError(
    error.code === 'permission_missing' ? 'directory_permission_missing' : 'directory_unavailable',
    error.message,
    { cause: error, retryAfterMs: error.retryAfterMs },
  );
}

/** Callers use it who do without the directory while it does not answer. */
export function unlessUnavailable(error: unknown): undefined {
  if (error instanceof DomainError && error.code.startsWith('directory_')) return undefined;
  throw error;
}
