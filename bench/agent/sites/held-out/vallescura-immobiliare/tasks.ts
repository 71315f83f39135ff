import {
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
import type { Task } from '../../../task.ts'
import { AGENTS, dealsOf, LIST_PAGES, LISTINGS } from './listings.ts'

const ORIGIN = originOf('vallescura-immobiliare')

function listing(ref: string) {
  return LISTINGS.find((one) => one.ref === ref)!
}

function euros(price: string | null): number | null {
  return price === null ? null : Number(price.replaceAll('.', ''))
}

const rentals = dealsOf('Affitto')
const firstFour = LISTINGS.slice(0, 4)
const alzate = LISTINGS.filter(({ town }) => town === 'Borgo Alzate')
const loft = listing('VS-1029')
const chapel = listing('VS-1035')
const attic = listing('VS-1038')
const quad = listing('VS-1034')
const twin = listing('VS-1032')
const matteo = AGENTS.find(({ name }) => name === 'Matteo Grandis')!

export const tasks: Task[] = [
  {
    id: 'vallescura-immobiliare/all',
    kind: 'list',
    prompt:
      'Estrai tutti gli immobili dell’elenco con titolo, comune, prezzo in euro (null se non indicato), superficie in mq e numero di locali.',
    urls: [`${ORIGIN}/immobili/`],
    schema: zod(
      record({
        immobili: list(
          record({ titolo: text, comune: text, prezzo: orNull(number), superficie: number, locali: integer }),
        ),
      }),
    ),
    truth: {
      immobili: LISTINGS.map(({ title, town, price, area, rooms }) => ({
        titolo: title,
        comune: town,
        prezzo: euros(price),
        superficie: area,
        locali: rooms,
      })),
    },
    needs: LIST_PAGES.all.map(({ path }) => path),
  },
  {
    id: 'vallescura-immobiliare/rentals',
    kind: 'list-and-details',
    prompt:
      'Per ogni immobile in affitto vorrei: titolo, canone mensile, anno di costruzione, classe energetica e spese condominiali mensili (se ci sono).',
    urls: [`${ORIGIN}/contratto/affitto/`],
    schema: object({
      affitti: list(
        object({
          titolo: text,
          canone: described(number, 'Canone mensile in euro'),
          annoCostruzione: integer,
          classeEnergetica: text,
          speseCondominiali: described({ type: ['number', 'null'] }, 'Euro al mese'),
        }),
      ),
    }),
    truth: {
      affitti: rentals.map(({ title, price, year, energy, fees }) => ({
        titolo: title,
        canone: euros(price),
        annoCostruzione: year,
        classeEnergetica: energy,
        speseCondominiali: fees,
      })),
    },
    needs: ['/contratto/affitto/', ...rentals.map(({ path }) => path)],
  },
  {
    id: 'vallescura-immobiliare/loft',
    kind: 'entity',
    prompt:
      'Find the loft in the former spinning mill ("Loft nell’ex filanda") and extract reference, price, area, rooms, bathrooms, construction year, energy class and agent.',
    urls: [ORIGIN],
    schema: object({
      reference: text,
      price: number,
      area: described(number, 'square metres'),
      rooms: integer,
      bathrooms: integer,
      constructionYear: integer,
      energyClass: text,
      agent: text,
    }),
    truth: {
      reference: loft.ref,
      price: euros(loft.price),
      area: loft.area,
      rooms: loft.rooms,
      bathrooms: loft.baths,
      constructionYear: loft.year,
      energyClass: loft.energy,
      agent: loft.agent,
    },
    needs: [loft.path],
  },
  {
    id: 'vallescura-immobiliare/attic-fees',
    kind: 'fact',
    prompt: 'A quanto ammontano le spese condominiali dell’attico su due livelli e a che piano si trova?',
    urls: [`${ORIGIN}/contratto/vendita/`],
    schema: object({ speseCondominiali: number, piano: text }),
    truth: { speseCondominiali: attic.fees, piano: either(attic.floor, '5', '5° piano') },
    needs: [attic.path],
  },
  {
    id: 'vallescura-immobiliare/borgo-alzate',
    kind: 'condition',
    prompt: 'Quali immobili si trovano a Borgo Alzate? Titolo, contratto (vendita o affitto) e prezzo.',
    urls: [`${ORIGIN}/immobili/`],
    schema: zod(
      record({
        immobili: list(record({ titolo: text, contratto: oneOf('Vendita', 'Affitto'), prezzo: number })),
      }),
    ),
    truth: {
      immobili: alzate.map(({ title, deal, price }) => ({
        titolo: title,
        contratto: deal,
        prezzo: euros(price),
      })),
    },
    needs: LIST_PAGES.all.map(({ path }) => path),
  },
  {
    id: 'vallescura-immobiliare/first-four',
    kind: 'first-few',
    prompt:
      'Prendi i primi quattro immobili dell’elenco completo e apri le schede: riferimento, indirizzo, anno di costruzione, classe energetica, agente.',
    urls: [`${ORIGIN}/immobili/`],
    schema: object({
      immobili: list(
        object({
          riferimento: text,
          indirizzo: text,
          annoCostruzione: orNull(integer),
          classeEnergetica: orNull(text),
          agente: text,
        }),
      ),
    }),
    truth: {
      immobili: firstFour.map(({ ref, street, town, year, energy, agent }) => ({
        riferimento: ref,
        indirizzo: either(`${street}, ${town}`, street),
        annoCostruzione: year,
        classeEnergetica: energy,
        agente: agent,
      })),
    },
    isOrdered: true,
    needs: ['/immobili/', ...firstFour.map(({ path }) => path)],
  },
  {
    id: 'vallescura-immobiliare/agency-free',
    kind: 'spread',
    prompt:
      'Quando è stata fondata l’agenzia e da chi, a che indirizzo si trova e quanto è la provvigione sulla vendita?',
    urls: [ORIGIN],
    truth: {
      fondata: '1996',
      fondatore: 'Renato Bonfanti',
      indirizzo: 'Piazza del Grano 12',
      provvigione: '3%',
    },
    needs: ['/chi-siamo/', '/contatti/', '/valuta-casa/'],
  },
  {
    id: 'vallescura-immobiliare/chapel',
    kind: 'missing',
    prompt:
      'Casale storico con cappella: prezzo, superficie, anno di costruzione, classe energetica. Se un dato non è indicato metti null.',
    urls: [`${ORIGIN}/immobili/`],
    schema: zod(
      record({
        prezzo: orNull(number),
        superficie: orNull(number),
        anno: orNull(integer),
        classeEnergetica: orNull(text),
      }),
    ),
    truth: { prezzo: null, superficie: chapel.area, anno: chapel.year, classeEnergetica: null },
    needs: [chapel.path],
  },
  {
    id: 'vallescura-immobiliare/strict-two',
    kind: 'strict',
    prompt: 'Compare these two properties: title, price, area in sqm, year built and energy class.',
    urls: [quad, twin].map(({ path }) => ORIGIN + path),
    strictConstrainToURLs: true,
    schema: object({
      properties: list(
        object({ title: text, price: number, area: number, yearBuilt: integer, energyClass: text }),
      ),
    }),
    truth: {
      properties: [quad, twin].map(({ title, price, area, year, energy }) => ({
        title,
        price: euros(price),
        area,
        yearBuilt: year,
        energyClass: energy,
      })),
    },
    needs: [quad.path, twin.path],
  },
  {
    id: 'vallescura-immobiliare/search-agent',
    kind: 'search',
    prompt: 'Vallescura Immobiliare, agente Matteo Grandis: telefono, e-mail e lingue parlate',
    schema: object({ telefono: text, email: text, lingue: list(text) }),
    truth: {
      telefono: matteo.phone,
      email: matteo.email,
      lingue: matteo.languages.split(', '),
    },
    needs: [matteo.path],
  },
]
