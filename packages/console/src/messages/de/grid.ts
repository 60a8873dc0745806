import type { en } from '../en/grid.ts';
import type { Translation } from '../en/translation.ts';

export const de: Translation<typeof en> = {
  actions: 'Aktionen',
  actionsFor: 'Aktionen für {name}',
  columns: 'Spalten',
  compact: 'Kompakte Zeilen',
  copy: '{name} kopieren',
  loadingRow: 'Wird geladen…',
  resetColumns: 'Spalten zurücksetzen',
  select: '{name} auswählen',
  selectShown: 'Alle auf dieser Seite auswählen',
  views: 'Ansichten',
  saveView: 'Diese Ansicht speichern…',
  saveViewTitle: 'Ansicht speichern',
  viewName: 'Name',
  viewHint:
    'Filter, Sortierung und Spalten. Die Ansicht wird in diesem Browser gespeichert, die Adresse kann geteilt werden.',
  removeView: 'Ansicht {name} entfernen',
  noViews: 'Keine gespeicherten Ansichten',
};
