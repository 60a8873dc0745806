// The code blocks of a guide, each with what the guide says that it prints: the json and text blocks after it.

export interface Block {
  readonly language: string;
  readonly code: string;
  /** The line at which it begins, from 1. */
  readonly line: number;
  readonly expected: readonly string[];
}

export function readGuide(markdown: string): Block[] {
  const blocks: (Block & { readonly expected: string[] })[] = [];
  let open: { language: string; line: number; code: string[] } | undefined;
  let lastRun: (typeof blocks)[number] | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    if (text.startsWith('#')) lastRun = undefined;
    const fence = /^```(\S*)$/.exec(text);
    if (open === undefined) {
      if (fence !== null) open = { language: fence[1] ?? '', line: index + 1, code: [] };
      continue;
    }
    if (fence === null) {
      open.code.push(text);
      continue;
    }
    const block = {
      language: open.language,
      line: open.line,
      code: open.code.join('\n'),
      expected: [],
    };
    blocks.push(block);
    const isShown = block.language === 'json' || block.language === 'text';
    if (isShown) lastRun?.expected.push(block.code);
    else lastRun = block;
    open = undefined;
  }
  return blocks;
}
