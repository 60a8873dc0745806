// The operations of the API's description that a session may call.

const admin = '/admin/api/{tenantId}';

/** @returns by their paths below the mount of a tenant */
export function sessionOperations<Operation extends { readonly security?: readonly object[] }>({
  paths,
}: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}): readonly { readonly path: string; readonly method: string; readonly operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const isOfAdministrators = path.startsWith(`${admin}/`);
      const isShared = operation.security?.some((scheme) => 'session' in scheme) === true;
      return isOfAdministrators || isShared
        ? [{ path: isOfAdministrators ? path.slice(admin.length) : path, method, operation }]
        : [];
    }),
  );
}
