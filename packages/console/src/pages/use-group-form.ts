// A form about a group: it is for the version that the user saw when the form was opened. After a conflict, it is for the
// version that the page shows then.
import { useEffect, useState } from 'react';
import type { GroupDetail } from '../api/types.ts';
import { type Form, useForm } from '../components/use-form.ts';

export function useGroupForm<Values extends object, Answer>({
  group,
  send,
  ...options
}: Omit<Parameters<typeof useForm<Values, Answer>>[0], 'send'> & {
  group: Pick<GroupDetail, 'etag'>;
  send: (
    values: Values,
    version: { readonly etag: string; readonly idempotencyKey: string },
  ) => Promise<Answer>;
}): Form<Values> {
  const [etag, setEtag] = useState(group.etag);
  const form = useForm<Values, Answer>({
    ...options,
    send: (values, idempotencyKey) => send(values, { etag, idempotencyKey }),
  });
  const { isConflict } = form.problem;
  useEffect(() => {
    if (isConflict) setEtag(group.etag);
  }, [isConflict, group.etag]);
  return form;
}
