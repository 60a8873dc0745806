// The budgets of every page of the admin center, and smooth scrolling through a list of any length. budgets.test.ts loads
// some of the pages in each run. The figures are printed with the results.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type BudgetedPages,
  faultsOfLoads,
  scrollsThrough,
  startBudgetedPages,
} from './page-budgets.ts';

const groups = 100_000;

let budgeted: BudgetedPages;
before(async () => {
  budgeted = await startBudgetedPages();
});
after(() => budgeted.pages.close());

test('every page loads with little script and few requests, and nothing on it moves', async (context) => {
  const report = context.diagnostic.bind(context);
  assert.deepEqual(await faultsOfLoads(budgeted, budgeted.paths, report), []);
});

test('a list of 100,000 groups scrolls without a pause over 50 ms, and is found from both ends', async (context) => {
  await scrollsThrough(budgeted, groups, context.diagnostic.bind(context));
});
