import { chunks, rows } from '../../../markup.ts'

/** Homes to buy and to rent, the newest first; without what the advertiser left out. */
export const HOMES = rows(
  [
    'ref',
    'deal',
    'type',
    'street',
    'town',
    'price',
    'was',
    'built',
    'usable',
    'rooms',
    'baths',
    'floor',
    'lift',
    'year',
    'fees',
    'energy',
    'agency',
    'extra',
  ],
  `
10482 | comprar | Piso | calle del Olmo, 14 | Ruzalbe | 189000 | 199000 | 92 | 84 | 3 | 1 | 2ª | Sí | 1978 | 65 | E 142 | Fincas Mirador | Balcón a la calle, cocina reformada en 2021.
10479 | comprar | Ático | avenida del Puerto, 88 | Costamar | 342000 | - | 118 | 97 | 3 | 2 | 7ª | Sí | 2006 | 110 | C 78 | Costamar Homes | Terraza de 40 m² con vistas al mar.
10475 | comprar | Casa | camino de la Acequia, 3 | Benivall | 268500 | - | 176 | 158 | 4 | 2 | - | - | 1954 | - | G 311 | Vall Inmuebles | Casa de pueblo con patio y dos naranjos.
10471 | comprar | Piso | calle San Roque, 21 | Ruzalbe | 134000 | - | 68 | 61 | 2 | 1 | 4ª | No | 1966 | 38 | F 201 | Fincas Mirador | Muy luminoso, para entrar a vivir.
10468 | comprar | Piso | plaza de la Lonja, 5 | Costamar | 226000 | 238000 | 101 | 90 | 3 | 2 | 3ª | Sí | 1992 | 72 | D 119 | Costamar Homes | Plaza de garaje incluida en el precio.
10466 | comprar | Estudio | calle del Faro, 9 | Costamar | 98500 | - | 34 | 30 | 0 | 1 | 1ª | No | 1985 | 45 | En trámite | Costamar Homes | A 200 metros de la playa del Faro.
10460 | comprar | Chalet | urbanización Los Almendros, 27 | Benivall | 415000 | - | 243 | 215 | 5 | 3 | - | - | 2011 | 90 | B 51 | Vall Inmuebles | Parcela de 820 m², piscina y barbacoa.
10457 | comprar | Piso | calle Mayor, 40 | Ruzalbe | 157900 | - | 79 | 71 | 3 | 1 | 1ª | Sí | - | 54 | E 155 | Fincas Mirador | Edificio rehabilitado, trastero en la azotea.
10451 | comprar | Dúplex | calle de las Barcas, 12 | Costamar | 279000 | - | 132 | 115 | 4 | 2 | 5ª | Sí | 2003 | 95 | D 104 | Llave Norte | Dos alturas unidas por escalera de caracol.
10448 | comprar | Piso | ronda de Poniente, 63 | Ruzalbe | 112000 | - | 74 | 66 | 3 | 1 | 3ª | No | 1971 | - | G 289 | Llave Norte | Para reformar.
10443 | comprar | Casa | calle de la Ermita, 7 | Benivall | 149000 | 165000 | 121 | 108 | 3 | 1 | - | - | 1938 | - | En trámite | Vall Inmuebles | Techos de tres metros y bodega.
10440 | comprar | Piso | calle del Olmo, 31 | Ruzalbe | 205000 | - | 108 | 96 | 4 | 2 | 5ª | Sí | 1999 | 80 | D 121 | Fincas Mirador | Dos plazas de garaje en opción.
10436 | comprar | Piso | avenida del Puerto, 15 | Costamar | 184500 | - | 71 | 63 | 2 | 1 | 2ª | Sí | 2008 | 88 | C 82 | Costamar Homes | Piscina comunitaria.
10429 | comprar | Chalet | partida El Romeral, s/n | Benivall | 325000 | - | 187 | 164 | 4 | 3 | - | - | 1988 | - | E 168 | Llave Norte | Pozo propio y placas solares.
10480 | alquilar | Piso | calle del Carmen, 18 | Ruzalbe | 780 | - | 83 | 75 | 3 | 1 | 3ª | Sí | 1983 | - | E 149 | Fincas Mirador | Sin amueblar. Fianza de dos meses.
10477 | alquilar | Estudio | calle de las Barcas, 2 | Costamar | 590 | - | 38 | 35 | 0 | 1 | 6ª | Sí | 2001 | - | D 117 | Costamar Homes | Amueblado. Fianza de un mes.
10472 | alquilar | Piso | paseo Marítimo, 101 | Costamar | 1150 | 1250 | 96 | 88 | 3 | 2 | 4ª | Sí | 2015 | - | B 47 | Costamar Homes | Amueblado, primera línea. Fianza de dos meses.
10464 | alquilar | Casa | calle Nueva, 6 | Benivall | 850 | - | 140 | 126 | 4 | 2 | - | - | 1962 | - | En trámite | Vall Inmuebles | Sin amueblar, patio con pozo. Fianza de dos meses.
10458 | alquilar | Piso | calle San Roque, 3 | Ruzalbe | 640 | - | 70 | 62 | 2 | 1 | 2ª | No | 1969 | - | F 198 | Llave Norte | Se admiten mascotas. Fianza de un mes.
10450 | alquilar | Ático | calle Mayor, 52 | Ruzalbe | 925 | - | 89 | 77 | 2 | 2 | 8ª | Sí | 2010 | - | C 80 | Fincas Mirador | Terraza de 22 m². Fianza de dos meses.
`,
).map((row) => ({
  ref: row.ref!,
  isRental: row.deal === 'alquilar',
  type: row.type!,
  town: row.town!,
  title: `${row.type} en ${row.street}`,
  price: Number(row.price),
  was: row.was === undefined ? null : Number(row.was),
  built: Number(row.built),
  usable: Number(row.usable),
  rooms: Number(row.rooms),
  baths: Number(row.baths),
  floor: row.floor ?? null,
  hasLift: row.lift === undefined ? null : row.lift === 'Sí',
  year: row.year === undefined ? null : Number(row.year),
  fees: row.fees === undefined ? null : Number(row.fees),
  energy: row.energy === 'En trámite' ? null : row.energy!.split(' ')[0]!,
  consumption: row.energy === 'En trámite' ? null : Number(row.energy!.split(' ')[1]),
  agency: row.agency!,
  extra: row.extra!,
  path: `/inmueble/${row.ref}`,
}))

export type Home = (typeof HOMES)[number]

export const SALES = HOMES.filter(({ isRental }) => !isRental)
export const RENTALS = HOMES.filter(({ isRental }) => isRental)

export const AGENCIES = rows(
  ['slug', 'name', 'address', 'phone', 'email', 'person', 'since'],
  `
fincas-mirador | Fincas Mirador | calle Mayor, 11, Ruzalbe | 960 555 118 | ruzalbe@fincasmirador.example | Amparo Gisbert | 1994
costamar-homes | Costamar Homes | paseo Marítimo, 60, Costamar | 960 555 240 | info@costamarhomes.example | Nil Ferrando | 2007
vall-inmuebles | Vall Inmuebles | plaza del Pou, 2, Benivall | 960 555 302 | - | Teresa Monzó | 2012
llave-norte | Llave Norte | ronda de Poniente, 8, Ruzalbe | 960 555 467 | hola@llavenorte.example | - | 2019
`,
).map((row) => ({
  name: row.name!,
  address: row.address!,
  phone: row.phone!,
  email: row.email ?? null,
  person: row.person ?? null,
  since: Number(row.since),
  path: `/agencias/${row.slug}`,
}))

export const SALE_PAGES = chunks(SALES, 5)
export const RENTAL_PAGES = chunks(RENTALS, 4)

export function listPath(deal: string, at: number): string {
  return at === 0 ? `/${deal}` : `/${deal}?pagina=${at + 1}`
}

/** What the list of sales can be narrowed to. */
export const FILTERS: { label: string; path: string; takes(home: Home): boolean }[] = [
  { label: 'Pisos', path: '/comprar?tipo=piso', takes: ({ type }) => type === 'Piso' },
  {
    label: 'Casas y chalets',
    path: '/comprar?tipo=casa',
    takes: ({ type }) => type === 'Casa' || type === 'Chalet',
  },
  { label: 'Costamar', path: '/comprar?zona=costamar', takes: ({ town }) => town === 'Costamar' },
]

/** `189000` → `189.000 €`. */
export function euros(price: number): string {
  return `${String(price).replace(/(\d)(\d{3})$/, '$1.$2')} €`
}
