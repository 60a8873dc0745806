// The clock of the sandbox, which reminders, handovers and expiries go by. An administrator advances it; everything that
// is due on the way happens within seconds.
import { Button } from '@fluentui/react-button';
import { Spinner } from '../../../components/spinner.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Card, Loaded } from '../../../components/layout.tsx';
import { PeriodField } from '../../../components/period-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { changes } from '../../../messages/changes.ts';
import { sandbox as texts } from '../../../messages/sandbox.ts';
import { useFormat } from '../../../messages/use-format.ts';
import { useMessages } from '../../../messages/use-messages.ts';

const queryKey = ['directory', 'clock'] as const;
const lookEveryMs = 1_000;

interface Clock {
  readonly now: string;
  readonly target: string | null;
}

export function SandboxClock() {
  const t = useMessages(texts);
  const format = useFormat();
  const mayChange = useMay('settings:manage');
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  /** The time before the last advance of this visit. */
  const [from, setFrom] = useState<string>();
  const clock = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/directory/clock', { signal }),
    refetchInterval: ({ state }) => (state.data?.target == null ? false : lookEveryMs),
  });
  const target = clock.data?.target ?? null;
  useEffect(() => {
    // Every page may show something else after it.
    if (from !== undefined && target === null) void client.invalidateQueries();
  }, [client, from, target]);
  return (
    <Card
      title={t('clock.title')}
      note={t('clock.note')}
      actions={
        mayChange ? (
          <Button disabledFocusable={target !== null} onClick={() => setIsOpen(true)}>
            {t('clock.advance')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={clock}>
        {({ now }) => (
          <div className="stack tight">
            <p>{format.dateTime(now)}</p>
            {/* Without the time, which changes every second on the way. */}
            <div role="status">
              {target === null ? null : (
                <Spinner label={t('clock.onTheWay', { time: format.dateTime(target) })} />
              )}
              {target === null && from !== undefined ? <Afterwards from={from} /> : null}
            </div>
          </div>
        )}
      </Loaded>
      {isOpen ? (
        <Advance
          close={() => setIsOpen(false)}
          advanced={(started) => {
            // Before anything is shown, the clock is on its way.
            client.setQueryData(queryKey, started);
            setFrom(started.now);
            void client.invalidateQueries({ queryKey });
          }}
        />
      ) : null}
    </Card>
  );
}

function Afterwards({ from }: { from: string }) {
  const t = useMessages(texts);
  const format = useFormat();
  const to = (page: string) => (text: ReactNode) => <Link to={page}>{text}</Link>;
  return (
    <p>
      {t.rich('clock.advanced', {
        time: format.dateTime(from),
        messages: to('/messages'),
        lifecycle: to('/lifecycle'),
        responsibility: to('/to-do?show=ownership'),
        activity: to('/activity'),
      })}
    </p>
  );
}

function Advance({ close, advanced }: { close: () => void; advanced: (started: Clock) => void }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const form = useForm({
    initial: { advance: 'P30D' },
    check: (body) => checkOf('post', '/directory/clock', body),
    send: ({ advance }) => api.post('/directory/clock', { body: { advance } }),
    done: (started) => {
      advanced(started);
      close();
    },
    finished: () => told('clockAdvanced'),
  });
  return (
    <FormDialog title={t('clock.dialog')} submit={t('clock.submit')} {...form} close={close}>
      <p>{t('clock.meaning')}</p>
      <PeriodField label={t('clock.by')} {...form.field('advance')} />
    </FormDialog>
  );
}
