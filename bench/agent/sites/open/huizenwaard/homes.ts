import { chunks, rows, slug } from '../../../markup.ts'

/** What is for sale; a `-` is a field that its page does not have. */
export const HOMES = rows(
  [
    'street',
    'postcode',
    'place',
    'type',
    'price',
    'area',
    'plot',
    'rooms',
    'bedrooms',
    'year',
    'energy',
    'vve',
    'since',
    'status',
    'agent',
    'text',
  ],
  `
Kruidtuinstraat 18 | 4131 BK | Lekkerbrug | Tussenwoning | 389.000 | 104 | 128 | 4 | 3 | 1978 | C | - | 2026-06-19 | Nieuw | Van Oord & Thijssen | Verzorgde tussenwoning met zonnige achtertuin op het zuiden en een vrijstaande stenen berging.
Havendam 7-2 | 4132 CC | Lekkerbrug | Appartement | 315.000 | 71 | - | 3 | 2 | 2004 | A | 164 | 2026-06-17 | Beschikbaar | Makelaardij Bruinsma | Licht appartement op de tweede verdieping met balkon en uitzicht over de oude haven.
Zilverschoon 45 | 4135 LM | Oosterwaard | Twee-onder-een-kap | 525.000 | 138 | 246 | 5 | 4 | 1996 | B | - | 2026-06-15 | Beschikbaar | Waardhuis Makelaars | Ruime twee-onder-een-kapwoning met garage, oprit voor twee auto's en tien zonnepanelen.
Molenpad 3 | 4137 AA | Tienhuizen | Vrijstaande woning | 749.000 | 192 | 1.120 | 7 | 5 | 1934 | D | - | 2026-06-12 | Onder bod | Van Oord & Thijssen | Karaktervolle dijkwoning met paardenstal, moestuin en een eigen steiger.
Spoorlaan 112 | 4131 TR | Lekkerbrug | Appartement | 239.000 | 52 | - | 2 | 1 | 1969 | E | 198 | 2026-06-10 | Beschikbaar | Makelaardij Bruinsma | Betaalbaar starterappartement naast het station, met lift en eigen berging in de kelder.
Wilgenhof 26 | 4135 PV | Oosterwaard | Hoekwoning | 442.500 | 121 | 187 | 5 | 4 | 2011 | A+ | - | 2026-06-08 | Beschikbaar | Waardhuis Makelaars | Energiezuinige hoekwoning in een autoluwe straat, met vloerverwarming op de begane grond.
Kerkbuurt 9 | 4139 XE | Sint Aagten | Vrijstaande woning | - | 260 | 2.450 | 9 | 6 | 1880 | - | - | 2026-06-05 | Beschikbaar | Rietveld Landelijk Wonen | Voormalige pastorie met monumentale tuin, koetshuis en een kelder met gewelf.
Pottenbakkersgang 14 | 4132 GH | Lekkerbrug | Tussenwoning | 358.000 | 93 | 76 | 4 | 3 | 1921 | F | - | 2026-06-02 | Onder bod | Makelaardij Bruinsma | Sfeervolle stadswoning met en-suitedeuren, een patio en een dakterras.
Boomgaardweg 61 | 4137 CN | Tienhuizen | Twee-onder-een-kap | 479.000 | 129 | 310 | 5 | 3 | 1985 | C | - | 2026-05-28 | Beschikbaar | Van Oord & Thijssen | Uitgebouwde woning met vrij uitzicht over de boomgaard en een tuin op het westen.
Lakenhalplein 30 | 4132 AD | Lekkerbrug | Appartement | 465.000 | 98 | - | 3 | 2 | 2019 | A++ | 215 | 2026-05-26 | Beschikbaar | Waardhuis Makelaars | Luxe appartement in de voormalige lakenhal, met loggia en twee parkeerplaatsen.
Veerstoep 2 | 4139 ZK | Sint Aagten | Hoekwoning | 335.000 | 88 | 140 | 4 | 3 | - | D | - | 2026-05-22 | Beschikbaar | Rietveld Landelijk Wonen | Hoekwoning aan de dijk, op loopafstand van het voetveer.
Akkerwinde 77 | 4135 KS | Oosterwaard | Tussenwoning | 369.500 | 110 | 132 | 5 | 4 | 1992 | B | - | 2026-05-18 | Verkocht | Waardhuis Makelaars | Nette gezinswoning met dakkapel en een kindvriendelijk speelveld voor de deur.
Stationsplein 5-8 | 4131 TA | Lekkerbrug | Appartement | 285.000 | 63 | - | 2 | 1 | 2008 | A | 142 | 2026-05-13 | Beschikbaar | Makelaardij Bruinsma | Modern appartement op de achtste verdieping met panoramisch uitzicht.
Rietkraag 12 | 4137 DE | Tienhuizen | Vrijstaande woning | 612.000 | 165 | 540 | 6 | 4 | 2002 | A | - | 2026-05-07 | Beschikbaar | Van Oord & Thijssen | Moderne vrijstaande woning met warmtepomp en een tuin tot aan het water.
Kazernestraat 40 | 4132 LB | Lekkerbrug | Tussenwoning | 412.000 | 117 | 95 | 5 | 3 | 1908 | - | - | 2026-04-30 | Verkocht | Van Oord & Thijssen | Voormalige officierswoning met hoge plafonds en een ambachtelijke keuken.
Duindoornlaan 19 | 4135 NT | Oosterwaard | Twee-onder-een-kap | 549.000 | 144 | 268 | 6 | 4 | 2015 | A+ | - | 2026-04-24 | Onder bod | Waardhuis Makelaars | Instapklare woning met aangebouwde garage en een overdekt terras.
`,
).map((row) => ({
  street: row.street!,
  postcode: row.postcode!,
  place: row.place!,
  type: row.type!,
  price: row.price,
  area: row.area!,
  plot: row.plot,
  rooms: row.rooms!,
  bedrooms: row.bedrooms!,
  year: row.year,
  energy: row.energy,
  vve: row.vve,
  since: row.since!,
  status: row.status!,
  agent: row.agent!,
  text: row.text!,
  path: `/koop/${slug(row.place!)}/${slug(row.street!)}/`,
}))

export type Home = (typeof HOMES)[number]

export const HOME_PAGES = chunks(HOMES, 6).map((homes, at) => ({
  homes,
  path: at === 0 ? '/koop/' : `/koop/?pagina=${at + 1}`,
}))

/** What is to let. */
export const RENTALS = rows(
  ['street', 'postcode', 'place', 'price', 'area', 'rooms', 'deposit', 'from', 'finish', 'agent'],
  `
Havendam 31-1 | 4132 CC | Lekkerbrug | 1.150 | 68 | 3 | 2.300 | 1 augustus 2026 | Gestoffeerd | Makelaardij Bruinsma
Tolhek 8 | 4137 AG | Tienhuizen | 1.475 | 112 | 5 | 2.950 | 15 juli 2026 | Kaal | Van Oord & Thijssen
Lakenhalplein 12 | 4132 AD | Lekkerbrug | 1.625 | 90 | 3 | - | 1 september 2026 | Gemeubileerd | Waardhuis Makelaars
Spoorlaan 94 | 4131 TR | Lekkerbrug | 895 | 44 | 2 | 1.790 | Per direct | Gestoffeerd | Makelaardij Bruinsma
`,
).map((row) => ({
  street: row.street!,
  postcode: row.postcode!,
  place: row.place!,
  price: row.price!,
  area: row.area!,
  rooms: row.rooms!,
  deposit: row.deposit,
  from: row.from!,
  finish: row.finish!,
  agent: row.agent!,
  path: `/huur/${slug(row.place!)}/${slug(row.street!)}/`,
}))

export type Rental = (typeof RENTALS)[number]

export const AGENTS = rows(
  ['name', 'street', 'place', 'phone', 'email', 'contact', 'rating'],
  `
Van Oord & Thijssen | Marktstraat 22 | 4131 AB Lekkerbrug | 0183-555 210 | info@vanoordthijssen.example | Marloes Thijssen | 9,1
Makelaardij Bruinsma | Havendam 1 | 4132 CA Lekkerbrug | 0183-555 388 | wonen@bruinsma.example | Sjoerd Bruinsma | 8,7
Waardhuis Makelaars | Winkelhof 4 | 4135 EA Oosterwaard | 0183-555 604 | team@waardhuis.example | Fatima el Idrissi | 9,4
Rietveld Landelijk Wonen | Dorpsstraat 80 | 4139 XB Sint Aagten | 0183-555 917 | - | Henk Rietveld | 8,9
`,
).map((row) => ({
  name: row.name!,
  street: row.street!,
  place: row.place!,
  phone: row.phone!,
  email: row.email,
  contact: row.contact!,
  rating: row.rating!,
  path: `/makelaars/${slug(row.name!)}/`,
}))

export type Agent = (typeof AGENTS)[number]

export function agentOf({ agent }: { agent: string }): Agent {
  return AGENTS.find(({ name }) => name === agent)!
}

const MONTHS =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(' ')

/** `19 juni 2026`. */
export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]} ${year}`
}

/** `1.120` as a number. */
export function amount(text: string): number {
  return Number(text.replaceAll('.', ''))
}
