import { singular } from '../words.ts'

/** What whom a site belongs to is called where it is not named. */
export const OWNERS: ReadonlySet<string> = new Set(
  'company firm shop store club association museum hospital hotel restaurant school university institute agency publisher organisation organization site website firma unternehmen laden verein geschaft entreprise societe boutique magasin association empresa tienda asociacion azienda negozio societa bedrijf winkel vereniging'
    .split(' ')
    .map(singular),
)
