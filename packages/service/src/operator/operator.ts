// `npm run operator -- …`: the operator's commands beside the running service.
import { runOperator } from './run-operator.ts';

const { stdout, stderr } = process;
process.exitCode = await runOperator(process.argv.slice(2), { env: process.env, stdout, stderr });
