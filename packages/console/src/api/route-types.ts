// Parameters and answers of the operations that a session may call, by method and path, from the API's description.
// Paths are below the tenant, which comes from the page's address.
import type { Routes } from './generated/admin-api.ts';

export type Method = keyof Routes;

type RoutesOf<M extends Method> = Routes[M];

export type PathOf<M extends Method> = keyof RoutesOf<M> & string;

export type Answer<M extends Method, Path extends PathOf<M>> = Part<RoutesOf<M>[Path], 'answer'>;
export type Body<M extends Method, Path extends PathOf<M>> = Part<RoutesOf<M>[Path], 'body'>;
/** Empty texts are not sent: in a form, they mean no value. */
export type Query<M extends Method, Path extends PathOf<M>> = Blank<
  Part<RoutesOf<M>[Path], 'query'>
>;

/** Paths of lists that come in pages of `items`, entered by `offset`. */
export type ListPath = {
  readonly [Path in PathOf<'get'>]: Answer<'get', Path> extends List
    ? 'offset' extends keyof Query<'get', Path>
      ? Path
      : never
    : never;
}[PathOf<'get'>];

export interface List {
  readonly items: readonly unknown[];
  readonly total: number;
}

/** Optional if a call needs none of them. */
export type Args<M extends Method, Path extends PathOf<M>> = Optional<Options<RoutesOf<M>[Path]>>;

type Options<Operation> = {
  readonly signal?: AbortSignal;
} & PathOptions<Operation> &
  QueryOptions<Operation> &
  HeaderOptions<Operation> &
  (Operation extends { readonly body: infer Sent } ? { readonly body: Sent } : unknown);

type PathOptions<Operation> = Operation extends { readonly path: infer Ids }
  ? Exclude<keyof Ids, 'tenantId'> extends never
    ? unknown
    : { readonly path: Omit<Ids, 'tenantId'> }
  : unknown;

type QueryOptions<Operation> = Operation extends { readonly query: infer Parameters }
  ? Partial<Parameters> extends Parameters
    ? { readonly query?: Blank<Parameters> }
    : { readonly query: Blank<Parameters> }
  : unknown;

/** A change names the version that was read; a creation can be repeated safely. */
type HeaderOptions<Operation> = Operation extends { readonly header: infer Headers }
  ? ('If-Match' extends keyof Headers ? { readonly etag: string } : unknown) &
      ('Idempotency-Key' extends keyof Headers ? { readonly idempotencyKey: string } : unknown)
  : unknown;

type Part<Operation, Name extends string> =
  Operation extends Readonly<Record<Name, infer Value>> ? Value : never;

type Blank<Parameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] | '' | undefined;
};

type Optional<Given> =
  Partial<Given> extends Given ? readonly [options?: Given] : readonly [options: Given];
