// Aliases of the sandbox whose approvals decide themselves, for integrators who test both outcomes. The words may be
// anywhere in the alias, as those of simulated faults (directory/sandbox/simulated-faults.ts). docs/sandbox.md has them.

const decisions = [
  ['sandbox-approved', 'approve'],
  ['sandbox-rejected', 'reject'],
] as const;

/** How long the creation awaits its approval. */
export const sandboxDecisionMs = 2_000;

export type SandboxDecision = (typeof decisions)[number][1];

/** Undefined: people decide. */
export function sandboxDecisionOf(request: {
  readonly mailNickname: string;
  readonly isSandbox: boolean;
}): SandboxDecision | undefined {
  if (!request.isSandbox) return undefined;
  const alias = request.mailNickname.toLowerCase();
  return decisions.find(([word]) => alias.includes(word))?.[1];
}
