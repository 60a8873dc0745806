// Knows which methods an address has, for the answer 405 and its Allow header.

export interface AllowedMethods {
  add(url: string, methods: string | readonly string[]): void;
  of(path: string): readonly string[];
}

export function createAllowedMethods(): AllowedMethods {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    add(url, methods) {
      const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
      for (const method of [methods].flat()) route.methods.add(method.toUpperCase());
      routes.set(url, route);
    },
    of(path) {
      const found = new Set<string>();
      for (const { pattern, methods } of routes.values()) {
        if (pattern.test(path)) for (const method of methods) found.add(method);
      }
      return [...found].sort();
    },
  };
}

function toPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[^\w-]/g, String.raw`\$&`);
  });
  return new RegExp(`^${segments.join('/')}$`);
}
