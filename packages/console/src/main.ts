// The first script of a page. It is small, and begins to load all that the page needs at the same time.
// The order matters: later styles refine earlier ones.
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/components.css';
import './styles/forms.css';
import './styles/tables.css';
import './styles/grid.css';
import './styles/charts.css';
import './styles/steps.css';
import './styles/dialog.css';
import { apiPath, pagePath, tenantId } from './api/location.ts';
import { currentLocale } from './messages/current-locale.ts';
import { loadLanguage } from './messages/texts.ts';
import { loadPageAt } from './page-table.ts';

const retryAfterMs = 1_000;

// Not awaited here: the other scripts import from this one, so they would wait for its end.
void begin();

async function begin(): Promise<void> {
  if (tenantId !== '') {
    loadPageAt(location.pathname.slice(pagePath.length) || '/');
    preloadSession();
  }
  const [{ start }] = await Promise.all([import('./app.tsx'), texts()]);
  const root = document.getElementById('root');
  if (root !== null) start(root);
}

async function texts(): Promise<void> {
  try {
    await loadLanguage(currentLocale().language);
  } catch {
    // Without texts, the page could not even say that the line is down.
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    await texts();
  }
}

/** The application reads it as soon as it runs. */
function preloadSession(): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
  link.href = `${apiPath}/session`;
  document.head.append(link);
}
