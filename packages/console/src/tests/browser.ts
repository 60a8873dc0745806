// One Chromium for all tests of a file, from an npm package, with nothing else installed.
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // Not the package's own arguments: they disable the same-origin policy, and Origin headers with it.
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
