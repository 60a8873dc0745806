// `node scripts/openapi.ts` writes the description of the API from the routes; with
// `--check` it fails when a file differs from what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeService } from '../packages/service/testing/describe-service.ts';
import { asPowerAutomate, type JsonObject } from './power-automate.ts';

const descriptions = [
  { file: 'docs/api/openapi.json', address: '/openapi.json', convert: (text: string) => text },
  {
    file: 'deploy/power-automate/apiDefinition.swagger.json',
    address: '/openapi-3.0.json',
    convert: (text: string) =>
      JSON.stringify(asPowerAutomate(JSON.parse(text) as JsonObject), undefined, 2),
  },
];

for (const { file, address, convert } of descriptions) {
  const path = new URL(`../${file}`, import.meta.url);
  const text = `${convert(await describeService(address))}\n`;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${file} differs from the routes: run node scripts/openapi.ts`);
    process.exit(1);
  }
}

// The catalogue of events and the page of the admin API are made from the description.
await import('./event-catalogue.ts');
await import('./admin-reference.ts');
