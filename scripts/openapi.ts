// `node scripts/openapi.ts` writes docs/api/openapi.json from the routes; with `--check` it fails when
// the file differs from what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeService } from '../packages/service/src/testing/describe-service.ts';

const file = new URL('../docs/api/openapi.json', import.meta.url);
const text = `${await describeService()}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('docs/api/openapi.json differs from the routes: run node scripts/openapi.ts');
  process.exit(1);
}
