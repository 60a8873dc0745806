// One Chromium for all tests of a file: the one that an npm package holds, with nothing else installed.
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    // Not the package's own arguments: they turn the same-origin policy off, and Origin headers with it.
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
