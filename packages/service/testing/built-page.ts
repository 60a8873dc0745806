// The page of the admin center for the services of a process: it is looked for once, because its sources do not change
// while tests run.
import { type BuiltPage, buildPage as findOrBuild } from '../src/admin/built-page.ts';

let page: Promise<BuiltPage> | undefined;

export function buildPage(): Promise<BuiltPage> {
  page ??= findOrBuild(new AbortController().signal);
  return page;
}
