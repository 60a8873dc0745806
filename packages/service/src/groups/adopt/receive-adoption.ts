// A request to adopt a group as its schema left it.
import type { ShapeFaults } from '../../ground/errors.ts';
import { AdoptionRequestBody } from './adoption.schema.ts';

/** An absent deputy is null. An absent responsible is empty: the directory says who it is. */
export interface AdoptionRequest extends Omit<AdoptionRequestBody, 'responsible' | 'deputy'> {
  readonly responsible: string | null;
  readonly deputy: string | null;
}

/** The members that conform to the schema. A member with a fault is undefined. */
export type ValidAdoption = {
  readonly [Member in keyof AdoptionRequest]: AdoptionRequest[Member] | undefined;
};

export interface ReceivedAdoption {
  readonly valid: ValidAdoption;
  readonly shape: ShapeFaults;
  /** It is as it was sent: faults are listed in the order of its members. */
  readonly body: unknown;
}

/** @param shape the faults that the schema found in the body */
export function receiveAdoption(body: unknown, shape: ShapeFaults): ReceivedAdoption {
  const { hasWrongType, members } = shape;
  const sent = (hasWrongType ? {} : body) as AdoptionRequestBody;
  const read = {
    ...sent,
    responsible: sent.responsible === undefined ? '' : sent.responsible,
    deputy: sent.deputy || null,
  };
  const valid = Object.fromEntries(
    Object.keys(AdoptionRequestBody.properties).map((name) => [
      name,
      hasWrongType || members.has(name) ? undefined : read[name as keyof AdoptionRequest],
    ]),
  ) as unknown as ValidAdoption;
  return { valid, shape, body };
}
