// Stops all started parts, the last first. A failing stop does not prevent the others.

/** @throws the first error, after all have been stopped */
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
