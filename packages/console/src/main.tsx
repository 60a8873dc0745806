import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app.tsx';

// A page that was loaded before an update asks for scripts that are gone: loaded again, it is up to date.
window.addEventListener('vite:preloadError', () => location.reload());

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
