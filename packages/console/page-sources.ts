/** The files and directories that the page is built from, by paths from here. A build follows a change of any of them. */
export const pageSources = [
  'src',
  'index.html',
  'vite.config.ts',
  'compile-messages.ts',
  'build.ts',
  'page-sources.ts',
  'package.json',
  '../cli/src/groups-file/csv-table.ts',
  '../icons/lib',
  '../service/src/ground/decode-text.ts',
  '../service/src/ground/folded-text.ts',
  '../service/src/ground/moment.ts',
  '../service/src/ground/text.ts',
  '../service/src/ground/zoned-time.ts',
  '../../package-lock.json',
];
