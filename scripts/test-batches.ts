// Which test files share a process: decision 0054.
import { longestFiles } from './test-order.ts';

/** Test files that run in one process, one after the other. */
export type Batch = readonly string[];

/** A process takes 1.5 s of processor time until its first service answers. */
const mostFiles = 24;
/** Files with a browser take longest. */
const mostFilesOfConsole = 12;
const mostFilesAtEnd = 4;

/** Connections keep the certificates that the process had when the first of them was made. */
const changesOfProcess = ['setDefaultCACertificates', 'startServiceOnGraph'];

const longest: ReadonlySet<string> = new Set(longestFiles);

/**
 * Neighbours share a process, in their order, so that the code that they test is loaded and compiled once.
 * @param files in the order in which they are to begin
 * @param textOf the source of a file
 * @param atEnd how many of the files, the last ones, have short processes, so that none works alone when the others are done
 */
export function batchesOf(
  files: readonly string[],
  textOf: (file: string) => string,
  atEnd = 0,
): readonly Batch[] {
  const batches: string[][] = [];
  let last: string[] | undefined;
  for (const [index, file] of files.entries()) {
    const most = index < files.length - atEnd ? mostFilesLike(file) : mostFilesAtEnd;
    if (hasOwnProcess(file) || changesOfProcess.some((one) => textOf(file).includes(one))) {
      batches.push([file]);
    } else if (last?.[0] !== undefined && last.length < most && isNeighbour(last[0], file)) {
      last.push(file);
    } else {
      batches.push((last = [file]));
    }
  }
  return batches;
}

/** The longest files would delay others, and scripts change processes. */
function hasOwnProcess(file: string): boolean {
  return longest.has(file) || file.startsWith('scripts/');
}

function mostFilesLike(file: string): number {
  return file.startsWith('packages/console/') ? mostFilesOfConsole : mostFiles;
}

function isNeighbour(one: string, other: string): boolean {
  const packageOf = (file: string) => file.split('/', 2).join('/');
  return packageOf(one) === packageOf(other);
}
