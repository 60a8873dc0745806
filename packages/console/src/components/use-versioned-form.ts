// A form about something that others may change, too: it is for the version that the user saw when the form was opened,
// whatever is loaded behind it. After a conflict, it is for the version that the page shows then.
import { useEffect, useState } from 'react';
import { type Form, useForm } from './use-form.ts';

export function useVersionedForm<Values extends object, Answer>({
  of,
  send,
  done,
  ...options
}: Omit<Parameters<typeof useForm<Values, Answer>>[0], 'send'> & {
  /** The page shows this version. */
  of: { readonly etag: string };
  send: (
    values: Values,
    version: { readonly etag: string; readonly idempotencyKey: string },
  ) => Promise<Answer>;
}): Form<Values> {
  const [etag, setEtag] = useState(of.etag);
  const form = useForm<Values, Answer>({
    ...options,
    send: (values, idempotencyKey) => send(values, { etag, idempotencyKey }),
    done(answer) {
      const { etag: stored } = answer as { readonly etag?: string };
      if (stored !== undefined) setEtag(stored);
      return done?.(answer);
    },
  });
  const { isConflict } = form.problem;
  useEffect(() => {
    if (isConflict) setEtag(of.etag);
  }, [isConflict, of.etag]);
  return form;
}
