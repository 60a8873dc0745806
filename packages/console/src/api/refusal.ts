// The answer to a preview of what is typed, or its refusal because of faults. Both are answers: the last one remains until
// the next one is there, so that a sentence about it is not taken away and read aloud again with each letter.
import { ApiProblem } from './client.ts';

export function isRefusal(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.faults.length > 0;
}

export async function orRefusal<Answer>(
  answer: Promise<Answer>,
): Promise<
  | { readonly said: Answer; readonly refusal?: undefined }
  | { readonly said?: undefined; readonly refusal: ApiProblem }
> {
  try {
    return { said: await answer };
  } catch (error) {
    if (isRefusal(error)) return { refusal: error };
    throw error;
  }
}
