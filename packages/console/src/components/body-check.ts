// The request that a form would send, for the check of its fields.
import type { Body, Method, PathOf } from '../api/route-types.ts';

type Sent = Exclude<Method, 'get'>;

export interface BodyCheck {
  readonly method: Uppercase<Sent>;
  readonly path: string;
  readonly body: unknown;
}

export function checkOf<M extends Sent, Path extends PathOf<M>>(
  method: M,
  path: Path,
  body: Body<M, Path>,
): BodyCheck {
  return { method: method.toUpperCase() as Uppercase<M>, path: `/{tenantId}${path}`, body };
}
