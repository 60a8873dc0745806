// The version of this package, which its User-Agent names. A test compares it with the manifest.
export const VERSION = '0.1.0';
