// Declares operations of the admin API: what Fastify checks and writes by, and what the description says.
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { TenantParams } from './common.schema.ts';

interface Declaration extends Pick<
  FastifyContextConfig,
  | 'admin'
  | 'reach'
  | 'scope'
  | 'answer'
  | 'answersSecret'
  | 'changes'
  | 'idempotentBy'
  | 'problems'
  | 'produces'
> {
  readonly summary: string;
  readonly description?: string;
  /** The tenant alone where it is not given. */
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** The key is the one status of success. */
  readonly response: Readonly<Record<number, TSchema | object>>;
}

type Operation<Declared extends Declaration> = {
  readonly config: FastifyContextConfig;
  readonly schema: Pick<Declared, Extract<keyof Declared, 'querystring' | 'body' | 'response'>> & {
    readonly params: Declared extends { readonly params: infer Params extends TSchema }
      ? Params
      : typeof TenantParams;
  } & FastifySchema;
};

/** @param declared by operation id */
export function declareOperations<const Declared extends Readonly<Record<string, Declaration>>>(
  tag: string,
  declared: Declared,
): { readonly [Id in keyof Declared]: Operation<Declared[Id]> } {
  const made = Object.entries(declared).map(([operationId, declaration]) => {
    const { admin, reach, scope, answer, answersSecret, changes, ...others } = declaration;
    const { idempotentBy, problems, produces, ...schema } = others;
    const more = { idempotentBy, problems, produces };
    const config = { admin, reach, scope, answer, answersSecret, changes, ...more };
    const given = Object.entries(config).filter(([, value]) => value !== undefined);
    return [
      operationId,
      {
        config: Object.fromEntries(given),
        schema: { operationId, tags: [tag], params: TenantParams, ...schema },
      },
    ];
  });
  return Object.fromEntries(made) as { [Id in keyof Declared]: Operation<Declared[Id]> };
}
