// An example of each problem, for its page and for the description of the API.
import type { ProblemCode } from '../ground/errors.ts';
import { problemGuide } from './problem-guide.ts';
import { problemKinds, type Problem } from './problem.ts';

export function problemExample(code: ProblemCode, baseUrl: string): Problem {
  const { status, title } = problemKinds[code];
  const { detail, errors } = problemGuide[code].example;
  const problem = {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail,
    code,
    requestId: 'o5tXv2mPqLbz00002k',
  };
  return errors === undefined ? problem : { ...problem, errors };
}
