import { boolean, described, integer, list, number, object, orNull, record, text, zod } from '../../schema.ts'
import { originOf } from '../../site.ts'
import { either } from '../../task.ts'
import type { Task } from '../../task.ts'
import { ANGEBOTE, MAKLER } from './angebote.ts'

const ORIGIN = originOf('hafenblick')
const LISTE = ['/mietangebote/', '/mietangebote/seite/2/', '/mietangebote/seite/3/']

function angebot(nr: string) {
  return ANGEBOTE.find((eines) => eines.nr === nr)!
}

const dachgeschoss = angebot('HB-1047')
const garten = angebot('HB-1052')
const penthouse = angebot('HB-1080')
const hafencity = ANGEBOTE.filter(({ ort }) => ort === 'HafenCity')
const ersteSechs = ANGEBOTE.slice(0, 6)

export const tasks: Task[] = [
  {
    id: 'hafenblick/kaltmiete',
    kind: 'fact',
    prompt: 'Wie hoch sind die Nebenkosten der Wohnung "Dachgeschoss mit Elbblick"?',
    urls: [ORIGIN],
    schema: object({ nebenkosten: number }),
    truth: { nebenkosten: dachgeschoss.neben },
    needs: [dachgeschoss.pfad],
  },
  {
    id: 'hafenblick/one-flat',
    kind: 'entity',
    prompt:
      'Collect the key data of the listing "Penthouse mit Dachterrasse": object number, rooms, living area in m², cold rent in euros, additional costs, floor, year of construction, whether it has a balcony and who the contact person is.',
    urls: [`${ORIGIN}/mietangebote/`],
    schema: zod(
      record({
        objectNumber: text,
        rooms: number,
        livingArea: described(number, 'Living area in square metres (Wohnfläche)'),
        coldRent: described(number, 'Kaltmiete in euros'),
        additionalCosts: orNull(described(number, 'Nebenkosten in euros')),
        floor: orNull(described(text, 'Etage')),
        yearBuilt: orNull(described(integer, 'Baujahr')),
        balcony: orNull(described(boolean, 'Balkon')),
        contactPerson: orNull(described(text, 'Ansprechpartner')),
      }),
    ),
    truth: {
      objectNumber: penthouse.nr,
      rooms: penthouse.zimmer,
      livingArea: penthouse.flaeche,
      coldRent: penthouse.kalt,
      additionalCosts: penthouse.neben,
      floor: penthouse.etage,
      yearBuilt: penthouse.baujahr,
      balcony: penthouse.balkon,
      contactPerson: penthouse.ansprechpartner,
    },
    needs: [penthouse.pfad],
  },
  {
    id: 'hafenblick/all-flats',
    kind: 'list',
    prompt: 'Alle Mietangebote mit Titel, Zimmerzahl, Wohnfläche und Kaltmiete',
    urls: [ORIGIN],
    schema: object({
      angebote: list(object({ titel: text, zimmer: number, wohnflaeche: number, kaltmiete: number })),
    }),
    truth: {
      angebote: ANGEBOTE.map(({ titel, zimmer, flaeche, kalt }) => ({
        titel,
        zimmer,
        wohnflaeche: flaeche,
        kaltmiete: kalt,
      })),
    },
    needs: LISTE,
  },
  {
    id: 'hafenblick/cheap',
    kind: 'condition',
    prompt: 'Welche Wohnungen haben eine Kaltmiete unter 900 Euro? Bitte Titel und Kaltmiete angeben.',
    urls: [`${ORIGIN}/mietangebote/`],
    schema: object({ wohnungen: list(object({ titel: text, kaltmiete: number })) }),
    truth: {
      wohnungen: ANGEBOTE.filter(({ kalt }) => kalt < 900).map(({ titel, kalt }) => ({
        titel,
        kaltmiete: kalt,
      })),
    },
    needs: LISTE,
  },
  {
    id: 'hafenblick/hafencity',
    kind: 'condition',
    prompt: 'Objektnummer, Etage und Baujahr aller Angebote in der HafenCity',
    urls: [`${ORIGIN}/mietangebote/`],
    schema: zod(
      record({
        angebote: list(record({ objektnummer: text, etage: orNull(text), baujahr: orNull(integer) })),
      }),
    ),
    truth: {
      angebote: hafencity.map(({ nr, etage, baujahr }) => ({ objektnummer: nr, etage, baujahr })),
    },
    needs: [...LISTE, ...hafencity.map(({ pfad }) => pfad)],
  },
  {
    id: 'hafenblick/first-six-details',
    kind: 'list-and-details',
    prompt:
      'Nimm die ersten sechs Angebote der Liste und gib für jedes Titel, Objektnummer, Nebenkosten und Baujahr aus. Wenn Nebenkosten nicht genannt sind, lass das Feld leer.',
    urls: [`${ORIGIN}/mietangebote/`],
    schema: zod(
      record({
        angebote: list(
          record({ titel: text, objektnummer: text, nebenkosten: orNull(number), baujahr: integer }),
        ),
      }),
    ),
    truth: {
      angebote: ersteSechs.map(({ titel, nr, neben, baujahr }) => ({
        titel,
        objektnummer: nr,
        nebenkosten: neben,
        baujahr,
      })),
    },
    needs: ['/mietangebote/', ...ersteSechs.map(({ pfad }) => pfad)],
  },
  {
    id: 'hafenblick/on-request',
    kind: 'missing',
    prompt: 'Nebenkosten, Kaltmiete und Energieausweis-Klasse der Familienwohnung mit Garten?',
    urls: [`${ORIGIN}/mietangebote/`],
    schema: zod(
      record({ nebenkosten: orNull(number), kaltmiete: orNull(number), energieklasse: orNull(text) }),
    ),
    truth: { nebenkosten: null, kaltmiete: garten.kalt, energieklasse: null },
    needs: [garten.pfad],
  },
  {
    id: 'hafenblick/agency',
    kind: 'spread',
    prompt:
      'Who founded the agency and when, who is its managing director, and what are its phone and fax numbers?',
    urls: [ORIGIN],
    schema: object({ founder: text, foundedYear: integer, managingDirector: text, phone: text, fax: text }),
    truth: {
      founder: 'Hinnerk Ahlers',
      foundedYear: 1997,
      managingDirector: either('Dr. Sönke Ahlers', 'Sönke Ahlers'),
      phone: '040 555 27-0',
      fax: '040 555 27-99',
    },
    needs: ['/ueber-uns/', '/impressum/', '/kontakt/'],
  },
  {
    id: 'hafenblick/team',
    kind: 'list',
    prompt: 'Liste alle Mitarbeiter mit Aufgabe, Telefon und E-Mail auf.',
    urls: [ORIGIN],
    schema: zod(
      record({
        mitarbeiter: list(record({ name: text, aufgabe: text, telefon: orNull(text), email: text })),
      }),
    ),
    truth: {
      mitarbeiter: MAKLER.map(({ name, aufgabe, telefon, mail }) => ({
        name,
        aufgabe,
        telefon,
        email: mail,
      })),
    },
    needs: ['/ueber-uns/team/'],
  },
]
