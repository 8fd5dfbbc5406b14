import type { OpenPairing, PairingConsent, PairingEnd, PairingRequest } from '../../../../src/control';
import type { RunningLectern } from '../../../support/lectern';

export const usualConsent: PairingConsent = { rights: 'write', folders: [], changes: 'allow' };

/** An owner of the vault who opens a pairing and answers at once. */
export class Owner {
  readonly asked: PairingRequest[] = [];
  readonly ends: PairingEnd[] = [];
  readonly pairing: OpenPairing;

  constructor(lectern: Pick<RunningLectern, 'control'>, consent = usualConsent) {
    this.pairing = lectern.control().openPairing({
      rights: consent.rights,
      ask: request => {
        this.asked.push(request);
        return Promise.resolve(consent);
      },
      ended: how => void this.ends.push(how),
    });
  }
}

/** An owner who says no. */
export function refusingOwner(lectern: Pick<RunningLectern, 'control'>): OpenPairing {
  return lectern
    .control()
    .openPairing({ rights: 'read', ask: () => Promise.resolve(undefined), ended: () => undefined });
}
