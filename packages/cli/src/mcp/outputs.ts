// The forms of the answers of tools. The service may add members, so each form only names those on which a host can rely.
import { z } from 'zod';

const some = z.looseObject({});

export const listOutput = z.looseObject({ items: z.array(some) });
export const shownOutput = some;
export const planOutput = z.looseObject({
  planToken: z.string().optional().describe('For the tool that runs the plan; absent if it cannot'),
  plan: some,
});
export const statusOutput = z.looseObject({ status: z.string() });
export const acceptedOutput = z.looseObject({
  accepted: z.number(),
  refused: z.number(),
  items: z.array(some),
});
