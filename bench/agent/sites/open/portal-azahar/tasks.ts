import {
  boolean,
  described,
  integer,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Either, Task } from '../../../task.ts'
import { AGENCIES, HOMES, listPath, RENTAL_PAGES, RENTALS, SALE_PAGES, SALES } from './anuncios.ts'
import type { Home } from './anuncios.ts'

const ORIGIN = originOf('portal-azahar')

function home(ref: string): Home {
  return HOMES.find((one) => one.ref === ref)!
}

function agencyOf(one: Home) {
  return AGENCIES.find(({ name }) => name === one.agency)!
}

/** With and without the town. */
function titleOf({ title, town }: Home): Either {
  return either(title, `${title}, ${town}`)
}

const penthouse = home('10479')
const mainStreet = home('10457')
const chalet = home('10460')
const duplex = home('10451')
const bigFlats = SALES.filter(({ type, rooms, price }) => type === 'Piso' && rooms >= 3 && price < 200_000)
const ruralHouses = SALES.filter(({ type }) => type === 'Casa' || type === 'Chalet')

export const tasks: Task[] = [
  {
    id: 'portal-azahar/en-venta',
    kind: 'list',
    prompt:
      'Extrae todas las viviendas en venta (todas las páginas) con título, precio, metros cuadrados y localidad.',
    urls: [`${ORIGIN}/comprar`],
    schema: object({
      viviendas: list(object({ titulo: text, precio: number, metros: number, localidad: text })),
    }),
    truth: {
      viviendas: SALES.map((one) => ({
        titulo: titleOf(one),
        precio: one.price,
        metros: one.built,
        localidad: one.town,
      })),
    },
    needs: SALE_PAGES.map((_, at) => listPath('comprar', at)),
  },
  {
    id: 'portal-azahar/alquileres',
    kind: 'list-and-details',
    prompt:
      'List every rental with its title, monthly rent in euros, built area in m², number of bathrooms, energy rating (letter, null when pending) and the name of the agency.',
    urls: [`${ORIGIN}/alquilar`],
    schema: zod(
      record({
        rentals: list(
          record({
            title: text,
            monthly_rent: number,
            area_sqm: number,
            bathrooms: integer,
            energy_rating: orNull(oneOf('A', 'B', 'C', 'D', 'E', 'F', 'G')),
            agency: text,
          }),
        ),
      }),
    ),
    truth: {
      rentals: RENTALS.map((one) => ({
        title: titleOf(one),
        monthly_rent: one.price,
        area_sqm: one.built,
        bathrooms: one.baths,
        energy_rating: one.energy,
        agency: one.agency,
      })),
    },
    needs: [...RENTAL_PAGES.map((_, at) => listPath('alquilar', at)), ...RENTALS.map(({ path }) => path)],
  },
  {
    id: 'portal-azahar/tres-habitaciones',
    kind: 'condition',
    prompt:
      'Solo pisos en venta con al menos 3 habitaciones y por menos de 200.000 €: título, precio y habitaciones.',
    urls: [`${ORIGIN}/comprar?tipo=piso`],
    schema: object({ pisos: list(object({ titulo: text, precio: number, habitaciones: integer })) }),
    truth: {
      pisos: bigFlats.map((one) => ({ titulo: titleOf(one), precio: one.price, habitaciones: one.rooms })),
    },
    needs: ['/comprar?tipo=piso'],
  },
  {
    id: 'portal-azahar/atico',
    kind: 'entity',
    prompt: 'Quiero la ficha completa del ático de la avenida del Puerto en Costamar.',
    urls: [ORIGIN],
    schema: object({
      precio: number,
      superficie_construida: described(number, 'm²'),
      superficie_util: described(number, 'm²'),
      habitaciones: integer,
      banos: integer,
      ascensor: boolean,
      ano_construccion: integer,
      certificado_energetico: described(text, 'solo la letra'),
      referencia: text,
      telefono_anunciante: text,
    }),
    truth: {
      precio: penthouse.price,
      superficie_construida: penthouse.built,
      superficie_util: penthouse.usable,
      habitaciones: penthouse.rooms,
      banos: penthouse.baths,
      ascensor: true,
      ano_construccion: penthouse.year,
      certificado_energetico: penthouse.energy,
      referencia: either('AZ-10479', '10479'),
      telefono_anunciante: either('960 555 240', '+34960555240'),
    },
    needs: [penthouse.path],
  },
  {
    id: 'portal-azahar/plan-pro',
    kind: 'fact',
    prompt: '¿Cuánto cuesta al mes el plan Pro para agencias?',
    urls: [ORIGIN],
    schema: object({ precio_mensual: number }),
    truth: { precio_mensual: 129 },
    needs: ['/publicar'],
  },
  {
    id: 'portal-azahar/calle-mayor',
    kind: 'missing',
    prompt:
      'Del piso en venta de la calle Mayor, 40 en Ruzalbe: año de construcción, gastos de comunidad, orientación y si tiene ascensor. Pon null en lo que no se indique.',
    urls: [`${ORIGIN}/comprar`],
    schema: zod(
      record({
        ano_construccion: orNull(integer),
        gastos_comunidad: orNull(described(number, 'euros al mes')),
        orientacion: orNull(text),
        ascensor: orNull(boolean),
      }),
    ),
    truth: { ano_construccion: null, gastos_comunidad: mainStreet.fees, orientacion: null, ascensor: true },
    needs: [mainStreet.path],
  },
  {
    id: 'portal-azahar/strict-chalet',
    kind: 'strict',
    prompt: 'Extract price, built area, rooms, bathrooms, year built, energy consumption and agent.',
    urls: [ORIGIN + chalet.path],
    strictConstrainToURLs: true,
    schema: object({
      price: number,
      built_area_sqm: number,
      rooms: integer,
      bathrooms: integer,
      year_built: integer,
      energy_consumption: described(number, 'kWh per m² and year'),
      agent: object({ name: text, phone: text }),
    }),
    truth: {
      price: chalet.price,
      built_area_sqm: chalet.built,
      rooms: chalet.rooms,
      bathrooms: chalet.baths,
      year_built: chalet.year,
      energy_consumption: chalet.consumption,
      agent: { name: chalet.agency, phone: either(agencyOf(chalet).phone, '+34960555302') },
    },
    needs: [chalet.path],
  },
  {
    id: 'portal-azahar/duplex',
    kind: 'search',
    prompt: '¿Qué precio y cuántos baños tiene el dúplex de la calle de las Barcas en Costamar?',
    schema: object({ precio: number, banos: integer }),
    truth: { precio: duplex.price, banos: duplex.baths },
    needs: [duplex.path],
  },
  {
    id: 'portal-azahar/agencias',
    kind: 'list-and-details',
    prompt: 'Dame el nombre, el teléfono y el correo de cada agencia del portal.',
    urls: [`${ORIGIN}/agencias`],
    truth: AGENCIES.map(({ name, phone, email }) => ({ name, phone, email })),
    needs: ['/agencias', ...AGENCIES.map(({ path }) => path)],
  },
  {
    id: 'portal-azahar/casas-certificado',
    kind: 'list-and-details',
    prompt:
      'For all houses and chalets for sale in Benivall: title, price, built area, year of construction and energy certificate letter.',
    urls: [`${ORIGIN}/comprar?tipo=casa`],
    schema: object({
      houses: list(
        object({ title: text, price: number, area: number, year: integer, energy_certificate: text }),
      ),
    }),
    truth: {
      houses: ruralHouses.map((one) => ({
        title: titleOf(one),
        price: one.price,
        area: either(one.built, one.usable),
        year: one.year,
        energy_certificate: one.energy ?? either('En trámite', null),
      })),
    },
    needs: ['/comprar?tipo=casa', ...ruralHouses.map(({ path }) => path)],
  },
]
