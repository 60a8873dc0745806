// Which processes serve together: one holds the lanes and the background work, all others answer callers.
import type { Role } from '../../ground/config/read-values.ts';

export interface ProcessPlan {
  /** The log and the metrics have it. */
  readonly name: string;
  readonly roles: readonly Role[];
  /** Whether it answers on the port, which those that do share. */
  readonly isListening: boolean;
}

/** @param roles those of all processes together */
export function planProcesses(count: number, roles: readonly Role[]): readonly ProcessPlan[] {
  const isMixed = roles.includes('api') && roles.includes('worker');
  if (count === 1 || !isMixed) {
    const [role = 'api'] = roles;
    return numbered(role, count, (name) => ({ name, roles, isListening: true }));
  }
  return [
    ...numbered('api', count - 1, (name) => ({ name, roles: ['api'], isListening: true })),
    { name: 'worker', roles: ['worker'], isListening: false },
  ];
}

function numbered(
  role: Role,
  count: number,
  toPlan: (name: string) => ProcessPlan,
): readonly ProcessPlan[] {
  return Array.from({ length: count }, (_, index) =>
    toPlan(count === 1 ? role : `${role} ${index + 1}`),
  );
}
