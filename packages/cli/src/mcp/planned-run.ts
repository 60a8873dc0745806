// A tool that runs a plan which the user has seen. Hosts that can ask their user ask before the run.
import { acceptedContent, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { exitCodes } from '../context/exit-codes.ts';
import { CommandError } from '../context/failure.ts';
import { answer } from './answer.ts';
import type { KeptPlan, KeptPlans } from './kept-plans.ts';

interface PlannedRun<Request, Output extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tool that makes the plans. */
  readonly planTool: string;
  readonly destructive: boolean;
  readonly outputSchema: Output;
  readonly plans: KeptPlans<Request>;
  readonly run: (plan: KeptPlan<Request>, planToken: string) => Promise<object>;
}

const confirmation = z.object({ confirm: z.boolean().describe('Run it') });

export function addPlannedRun<Request, Output extends z.ZodType>(
  server: McpServer,
  tool: PlannedRun<Request, Output>,
): void {
  const { name, title, description, planTool, outputSchema, plans } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: z.strictObject({
        planToken: z.string().describe(`From the answer of ${planTool}`),
      }),
      outputSchema,
      annotations: {
        readOnlyHint: false,
        destructiveHint: tool.destructive,
        idempotentHint: true,
      },
    },
    ({ planToken }, { mcpReq: { inputResponses } }) => {
      const plan = plans.find(planToken);
      const isAsked = server.server.getClientCapabilities()?.elicitation !== undefined;
      if (plan !== undefined && isAsked && !plan.isConfirmed) {
        if (inputResponses?.['run'] === undefined) {
          const message = plan.question;
          const run = inputRequired.elicit({ message, requestedSchema: confirmation });
          return inputRequired({ inputRequests: { run } });
        }
        const given = acceptedContent(inputResponses, 'run', confirmation);
        if (given?.confirm !== true) {
          return answer(() => Promise.reject(refused('not_confirmed', 'The user declined it.')));
        }
        plans.confirm(planToken);
      }
      return answer(async () => {
        if (plan !== undefined) return tool.run(plan, planToken);
        const detail = `There is no such plan, or it has expired. Call ${planTool} first and show its result.`;
        throw refused('plan_not_found', detail);
      });
    },
  );
}

export function refused(code: string, detail: string): CommandError {
  return new CommandError(exitCodes.refused, code, detail);
}
