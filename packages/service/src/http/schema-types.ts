// The types of a route's handler, from its TypeBox schemas: input as it was checked, and answers as serialization.ts
// writes them, so that handlers return records as they are.
import type { FastifyTypeProvider } from 'fastify';
import type { Static, TSchema } from 'typebox';

export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Answer<Static<this['schema']>> : unknown;
}

/** A member that may be null may also be absent. */
export type Answer<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer Element)[]
    ? readonly Answer<Element>[]
    : Value extends object
      ? {
          readonly [Name in keyof Value as null extends Value[Name] ? never : Name]: Answer<
            Value[Name]
          >;
        } & {
          readonly [Name in keyof Value as null extends Value[Name] ? Name : never]?:
            | Answer<Value[Name]>
            | undefined;
        }
      : Value;
