import type { status as english } from '../english/status';
import type { Translation } from '../message';

export const status: Translation<typeof english> = {
  'status.heading': 'Status',
  'status.server': 'Server',
  'status.address': 'Adresse',
  'status.readOnly': 'Schreibschutz',
  'status.readOnlyDesc': 'Kein Client darf etwas ändern, ganz gleich, was seine Verbindung erlaubt.',
  'status.lastCall': 'Letzter Aufruf',
  'status.start': 'Starten',
  'status.stop': 'Anhalten',
  'status.restart': 'Neu starten',
  'status.running': 'Clients können sich verbinden, solange der Server läuft.',
  'status.paused':
    'Clients bleiben verbunden. Ihre Aufrufe werden mit „paused“ beantwortet, bis du fortsetzt.',
  'status.noAddress': 'Keine, solange der Server aus ist.',
  'status.noCall': 'Keiner, seit die App gestartet wurde.',
  'status.call': '{tool} von {client} mit {token}, {when}.',
  'status.failedCall': '{tool} von {client} mit {token}, {when}: {outcome}.',
  'status.someClient': 'einem Client',
  'status.state.off': 'Aus',
  'status.state.starting': 'Startet',
  'status.state.waiting': 'Wartet auf den Port',
  'status.state.listening': 'Läuft',
  'status.state.failed': 'Läuft nicht',
  'status.state.paused': 'Pausiert',
};
