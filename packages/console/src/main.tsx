import { createRoot } from 'react-dom/client';
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
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
