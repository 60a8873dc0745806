// Stops what was started, the last first. What cannot be stopped keeps nothing else running.

/** @throws the first error, once all have been stopped */
export async function stopInTurn(stops: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const stop of stops.toReversed()) {
    try {
      await stop();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
