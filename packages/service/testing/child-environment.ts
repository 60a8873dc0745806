// The part of this process's environment that a program of a test gets.

const names = [
  'PATH',
  // Set by `scripts/test.ts`, so that no program compiles again what another one has compiled.
  'NODE_COMPILE_CACHE',
];

export const childEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
