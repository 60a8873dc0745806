// The files of packages that nothing here reads, about 130 MB: an installation removes them.
import { globSync } from 'node:fs';
import { join } from 'node:path';

const patterns = [
  // Add-ons in C++ need them. No package here has one to compile.
  'node_modules/node-linux-*/include',
  'node_modules/tree-sitter-powershell/src',
  // Add-ons for other platforms and runtimes. The programs here use WebAssembly or JavaScript in their place.
  'node_modules/**/prebuilds',
  'node_modules/**/*.map',
];

/** Absolute paths of files and directories. */
export function unusedFiles(root: string): readonly string[] {
  return globSync(patterns, { cwd: root }).map((path) => join(root, path));
}
