import { chunks, rows, slug } from '../../../markup.ts'

export const AGENTS = rows(
  ['name', 'role', 'phone', 'email', 'languages'],
  `
Ilaria Bonfanti | Titolare | 0555 210 331 | ilaria@vallescura.example | italiano, inglese, francese
Matteo Grandis | Agente immobiliare | 0555 210 332 | matteo@vallescura.example | italiano, tedesco
Sonia Perrucci | Responsabile affitti | 0555 210 335 | sonia@vallescura.example | italiano, inglese
`,
).map((row) => ({
  name: row.name!,
  role: row.role!,
  phone: row.phone!,
  email: row.email!,
  languages: row.languages!,
  path: `/agente/${slug(row.name!)}/`,
}))

export type Agent = (typeof AGENTS)[number]

/** In the order of the list; `price` is without its sign, and missing where it is told on request only. */
export const LISTINGS = rows(
  [
    'ref',
    'title',
    'kind',
    'deal',
    'town',
    'street',
    'price',
    'area',
    'rooms',
    'baths',
    'floor',
    'year',
    'energy',
    'fees',
    'agent',
    'text',
  ],
  `
VS-1042 | Trilocale con terrazzo vista valle | Appartamento | Vendita | Monterzano | Via dei Tigli 14 | 189.000 | 92 | 3 | 1 | 2° | 1998 | C | 85 | Matteo Grandis | Luminoso trilocale con terrazzo di 18 mq, cantina e posto auto coperto.
VS-1041 | Villa singola con piscina | Villa | Vendita | Pievelunga | Strada del Poggio 3 | 640.000 | 265 | 7 | 3 | - | 2009 | A2 | - | Ilaria Bonfanti | Villa su due livelli con piscina, giardino di 1.400 mq e dependance per gli ospiti.
VS-1040 | Bilocale arredato in centro | Appartamento | Affitto | Monterzano | Piazza Vecchia 6 | 620 | 54 | 2 | 1 | 1° | 1970 | F | 40 | Sonia Perrucci | Bilocale arredato di recente, a due passi dal mercato e dalla stazione.
VS-1039 | Rustico da ristrutturare con uliveto | Rustico | Vendita | San Felino | Località Cà Bruna | 118.000 | 180 | 6 | 1 | - | - | G | - | Matteo Grandis | Rustico in pietra da ristrutturare con 2 ettari di uliveto.
VS-1038 | Attico su due livelli | Attico | Vendita | Monterzano | Corso Garibaldi 51 | 395.000 | 148 | 5 | 2 | 5° | 2015 | A1 | 140 | Ilaria Bonfanti | Attico con ascensore, due terrazzi e doppio box.
VS-1037 | Negozio con due vetrine | Negozio | Affitto | Monterzano | Via Roma 22 | 1.150 | 80 | 2 | 1 | Terra | 1965 | E | 60 | Sonia Perrucci | Negozio con due vetrine su via di forte passaggio, libero da settembre.
VS-1036 | Casa a schiera con giardino | Casa a schiera | Vendita | Borgo Alzate | Via dell’Olmo 8 | 248.000 | 135 | 5 | 2 | - | 2004 | B | 25 | Matteo Grandis | Casa a schiera d’angolo con giardino su tre lati e taverna.
VS-1035 | Casale storico con cappella | Casale | Vendita | San Felino | Località Santa Marta | - | 520 | 14 | 6 | - | 1780 | - | - | Ilaria Bonfanti | Casale del Settecento con cappella privata, cantine e parco. Prezzo su richiesta.
VS-1034 | Quadrilocale ristrutturato | Appartamento | Vendita | Borgo Alzate | Via Mazzini 30 | 215.000 | 118 | 4 | 2 | 3° | 1982 | D | 110 | Sonia Perrucci | Quadrilocale ristrutturato nel 2021 con infissi nuovi e aria condizionata.
VS-1033 | Monolocale per studenti | Appartamento | Affitto | Monterzano | Via dell’Università 9 | 390 | 31 | 1 | 1 | 4° | 1988 | E | 35 | Sonia Perrucci | Monolocale arredato vicino alle facoltà, contratto annuale.
VS-1032 | Villetta bifamiliare nel verde | Villa | Vendita | Borgo Alzate | Via delle Robinie 17 | 329.000 | 172 | 6 | 2 | - | 2011 | A1 | - | Matteo Grandis | Villetta bifamiliare con impianto fotovoltaico e giardino di 500 mq.
VS-1031 | Bilocale con balcone | Appartamento | Vendita | Monterzano | Via dei Mille 2 | 98.000 | 58 | 2 | 1 | 3° | 1974 | F | 55 | Matteo Grandis | Bilocale con balcone e cantina in palazzina senza ascensore.
VS-1030 | Appartamento con camino | Appartamento | Affitto | Pievelunga | Via del Castello 5 | 740 | 88 | 3 | 1 | 1° | 1930 | G | - | Sonia Perrucci | Appartamento con camino e travi a vista nel borgo storico.
VS-1029 | Loft nell’ex filanda | Loft | Vendita | Monterzano | Via della Filanda 1 | 275.000 | 110 | 3 | 2 | Terra | 2018 | A3 | 95 | Ilaria Bonfanti | Loft con soffitti di 5 metri nella filanda recuperata.
VS-1028 | Porzione di colonica | Rustico | Vendita | Pievelunga | Località Le Fonti | 165.000 | 140 | 5 | 2 | - | 1900 | F | - | Matteo Grandis | Porzione di colonica abitabile con orto, pozzo e legnaia.
VS-1027 | Ufficio open space | Ufficio | Affitto | Borgo Alzate | Via dell’Industria 44 | 1.480 | 160 | 4 | 2 | 2° | 2007 | B | 180 | Sonia Perrucci | Ufficio open space con quattro posti auto riservati.
`,
).map((row) => ({
  ref: row.ref!,
  title: row.title!,
  kind: row.kind!,
  deal: row.deal!,
  town: row.town!,
  street: row.street!,
  price: row.price ?? null,
  area: Number(row.area),
  rooms: Number(row.rooms),
  baths: Number(row.baths),
  floor: row.floor ?? null,
  year: row.year === undefined ? null : Number(row.year),
  energy: row.energy ?? null,
  fees: row.fees === undefined ? null : Number(row.fees),
  agent: row.agent!,
  text: row.text!,
  path: `/immobile/${slug(row.title!)}/`,
}))

export type Listing = (typeof LISTINGS)[number]

export interface ListPage {
  title: string
  path: string
  listings: Listing[]
  /** Paths of all pages of the same list, this one included. */
  all: string[]
}

const ALL_PAGES = pagesOf('Tutti gli immobili', '/immobili/', LISTINGS)
const SALE_PAGES = pagesOf('Vendita', '/contratto/vendita/', dealsOf('Vendita'))
const RENT_PAGES = pagesOf('Affitto', '/contratto/affitto/', dealsOf('Affitto'))

export const LIST_PAGES = { all: ALL_PAGES, sale: SALE_PAGES, rent: RENT_PAGES }

export function dealsOf(deal: string): Listing[] {
  return LISTINGS.filter((listing) => listing.deal === deal)
}

function pagesOf(title: string, base: string, listings: Listing[]): ListPage[] {
  const parts = chunks(listings, 6)
  const all = parts.map((_, at) => (at === 0 ? base : `${base}page/${at + 1}/`))
  return parts.map((part, at) => ({ title, path: all[at]!, listings: part, all }))
}

export const POSTS = rows(
  ['title', 'date', 'day', 'text'],
  `
Mutui: tassi ancora in calo | 2026-03-18 | 18/03/2026 | I tassi fissi a vent’anni sono scesi al 2,9 per cento. Nel nostro ufficio un consulente riceve ogni giovedì.
Come leggere l’attestato energetico | 2026-01-27 | 27/01/2026 | L’attestato di prestazione energetica vale dieci anni e va consegnato prima del contratto.
Monterzano, prezzi medi del 2025 | 2026-01-08 | 08/01/2026 | Nel 2025 un appartamento a Monterzano costava in media 1.840 euro al metro quadro, il 4 per cento in più dell’anno prima.
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  day: row.day!,
  text: row.text!,
  path: `/blog/${slug(row.title!)}/`,
}))

export type Post = (typeof POSTS)[number]

export function priceOf({ price, deal }: Listing): string {
  if (price === null) return 'Trattativa riservata'
  return deal === 'Affitto' ? `€ ${price}/mese` : `€ ${price}`
}
