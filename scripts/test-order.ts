// The order in which test files begin.

/**
 * The files that take longest, longest first. They begin first, so that the end of a run does not wait for one of them.
 * Each run prints its longest files, to correct this list by.
 */
export const longestFiles = [
  'scripts/guides.test.ts',
  'packages/console/src/tests/accessibility.test.ts',
  'packages/console/src/tests/budgets.test.ts',
  'packages/console/src/tests/admin-center.test.ts',
  'packages/console/src/tests/forms.test.ts',
  'packages/service/src/governance/causes.test.ts',
  'packages/service/src/governance/lifecycle/lifecycle.test.ts',
  'packages/service/src/microsoft-graph/service.test.ts',
  'packages/console/src/tests/ten-tasks.test.ts',
  'scripts/packages.test.ts',
  'packages/service/src/governance/responsibility/responsibility.test.ts',
  'packages/service/src/groups/batches/batches.test.ts',
  'packages/service/src/engine/lanes.test.ts',
  'packages/service/testing/failover.test.ts',
  'packages/service/testing/crash.test.ts',
  'packages/service/src/http/hostile-bodies.test.ts',
  'packages/service/src/main.test.ts',
  'packages/service/src/reconciliation/reconciliation.test.ts',
  'packages/service/src/groups/change/killed-processes.test.ts',
  'scripts/release/server-package.test.ts',
] as const;

/** The longest first, then the others by name. */
export function inOrder(files: readonly string[]): readonly string[] {
  const places = new Map<string, number>(longestFiles.map((file, index) => [file, index]));
  const placeOf = (file: string) => places.get(file) ?? longestFiles.length;
  return [...files].sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1));
}
