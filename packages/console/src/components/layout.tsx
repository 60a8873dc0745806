// The frame of every page: title, lead and actions; cards, empty states, notices.
import { Button } from '@fluentui/react-button';
import { MessageBar, MessageBarActions, MessageBarBody } from './message-bar.tsx';
import { Spinner } from './spinner.tsx';
import { type ReactNode, type Ref, useContext, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiProblem } from '../api/client.ts';
import { docsUrl } from '../api/location.ts';
import { SessionContext } from '../api/session.ts';
import { Breakable } from './mail-text.tsx';
import { common } from '../messages/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { docsOfPage } from './page-docs.ts';

/** The filters with which each list was seen last, by its path: the way back to it keeps them. */
const lastFilters = new Map<string, string>();

/** The page above this one. */
interface Back {
  readonly to: string;
  readonly label: string;
}

export function Page({
  title,
  lead,
  actions,
  back,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  back?: Back;
  children: ReactNode;
}) {
  const t = useMessages(common);
  const productName = t('productName');
  const { pathname, search } = useLocation();
  const isList = back === undefined;
  useEffect(() => {
    const filters = new URLSearchParams(search);
    // It opens a dialog.
    filters.delete('new');
    if (isList) lastFilters.set(pathname, filters.size === 0 ? '' : `?${filters}`);
  }, [isList, pathname, search]);
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
  return (
    <div className="page">
      {back === undefined ? null : (
        <nav aria-label={t('breadcrumb')} className="crumbs">
          <Link to={back.to + (lastFilters.get(back.to) ?? '')}>{back.label}</Link>
        </nav>
      )}
      <header className="page-head">
        <div>
          <h1>
            <Breakable text={title} />
          </h1>
          {lead === undefined ? null : (
            <p className="lead">
              {lead} <LearnMore title={title} />
            </p>
          )}
        </div>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Where the documentation has a page for this one. */
function LearnMore({ title }: { title: string }) {
  const t = useMessages(common);
  const docs = docsOfPage(useLocation().pathname);
  if (docs === undefined) return null;
  return (
    <a
      href={docsUrl(docs)}
      target="_blank"
      rel="noreferrer"
      hrefLang="en"
      aria-label={t('learnMoreAbout', { title })}
    >
      {t('learnMore')}
    </a>
  );
}

export function Card({
  title,
  note,
  actions,
  children,
  className = '',
  ref,
}: {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
}) {
  return (
    <section ref={ref} className={`card ${className}`}>
      {title === undefined ? null : (
        <div className="card-head">
          <div>
            <h2>{title}</h2>
            {note === undefined ? null : <p className="muted">{note}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** @param props.action offers the next step */
export function Empty({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <svg aria-hidden="true" width="72" height="56" viewBox="0 0 72 56" fill="none">
        <rect x="6" y="14" width="60" height="36" rx="8" className="empty-a" />
        <rect x="14" y="6" width="44" height="36" rx="8" className="empty-b" />
        <circle cx="28" cy="22" r="5" className="empty-c" />
        <path d="M22 34c1-5 11-5 12 0M40 20h10M40 27h7" className="empty-d" />
      </svg>
      <p className="empty-title">{title}</p>
      {children === undefined ? null : <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

export function NotFound({ title, back }: { title: string; back: Back | undefined }) {
  const t = useMessages(common);
  const isLimited = useContext(SessionContext)?.administrator.organisationIds != null;
  return (
    <Empty
      title={title}
      action={
        back === undefined ? null : <Link to={back.to}>{t('goTo', { title: back.label })}</Link>
      }
    >
      {t(isLimited ? 'notFoundHintLimited' : 'notFoundHint')}
    </Empty>
  );
}

export function LoadFailed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useMessages(common);
  // Another attempt has the same role.
  const isRefused = error instanceof ApiProblem && error.status === 403;
  return (
    <MessageBar intent="error">
      <MessageBarBody>{error.message}</MessageBarBody>
      {isRefused ? null : (
        <MessageBarActions>
          <Button size="small" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

export function Loading() {
  const t = useMessages(common);
  return (
    <div className="loading">
      <Spinner label={t('loading')} />
    </div>
  );
}

/** Shows the data of a query, its loading state, or its error. */
export function Loaded<Data>({
  query,
  back,
  children,
}: {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Offered where there is nothing at this address. */
  back?: Back;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        {error === null ? null : <LoadFailed error={error} retry={() => void refetch()} />}
        {children(data)}
      </>
    );
  }
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <Card>
        <NotFound title={error.message.replace(/\.$/, '')} back={back} />
      </Card>
    );
  }
  if (error !== null) return <LoadFailed error={error} retry={() => void refetch()} />;
  return <Loading />;
}
