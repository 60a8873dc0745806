// The answer of a tool: the result or the error, in a form that the model can read and act on.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { failureOf } from '../context/failure.ts';

export async function answer(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    const structuredContent = { ...(await work()) };
    return {
      content: [{ type: 'text', text: JSON.stringify(structuredContent, undefined, 2) }],
      structuredContent,
    };
  } catch (error) {
    const { code, detail, faults } = failureOf(error);
    return {
      isError: true,
      content: [{ type: 'text', text: [`${code}: ${detail}`, ...faults].join('\n') }],
    };
  }
}
