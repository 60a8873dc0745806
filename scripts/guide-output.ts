// Compares printed text with the output in a guide, in which … matches anything.

export function matchesPrinted(shown: string, printed: string): boolean {
  const [expected, actual] = [parseJson(shown), parseJson(printed)];
  if (expected !== undefined && actual !== undefined)
    return matchesValue(expected.value, actual.value);
  return matchesText(normalise(shown), normalise(printed));
}

/** However wide columns are. */
function normalise(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll(/ {2,}/g, '  '))
    .join('\n')
    .trim();
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function matchesValue(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string') {
    return expected === '…' || (typeof actual === 'string' && matchesText(expected, actual));
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((item, index) => matchesValue(item, actual[index]))
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false;
    const [wanted, given] = [Object.entries(expected), new Map(Object.entries(actual))];
    return (
      wanted.length === given.size &&
      wanted.every(([name, value]) => given.has(name) && matchesValue(value, given.get(name)))
    );
  }
  return expected === actual;
}

function matchesText(expected: string, actual: string): boolean {
  const pieces = expected
    .split('…')
    .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join('[^]*')}$`).test(actual);
}
