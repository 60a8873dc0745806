// Undo of every change that offers it. feedback.test.ts undoes some of them in each run.
import { after, before, test } from 'node:test';
import { changes, startToastTrial, type ToastTrial, undoRestores } from './toasts.ts';

let trial: ToastTrial;
before(async () => {
  trial = await startToastTrial();
});
after(() => trial.pages.close());

for (const change of changes) {
  test(`Undo restores what was before the change: ${change.name}`, () =>
    undoRestores(trial, change));
}
