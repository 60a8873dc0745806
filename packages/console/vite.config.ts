import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './compile-messages.ts';

export default defineConfig({
  // The service serves the page under an address that is set at run time, and completes `./assets/` in
  // index.html when it sends it.
  base: './',
  plugins: [compileMessages(), react()],
  build: {
    target: 'es2023',
    // Nothing inline: the content security policy allows scripts and images of our own files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
});
