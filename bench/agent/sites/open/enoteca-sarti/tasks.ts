import {
  boolean,
  date,
  described,
  integer,
  list,
  number,
  object,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { CANTINE, numero, scaffali, SERATE, VINI } from './cantina.ts'

const ORIGIN = originOf('enoteca-sarti')

function vino(nome: string) {
  return VINI.find((uno) => uno.nome === nome)!
}

const ROSSI = scaffali('Rossi').map(({ via }) => via)
const rossi = VINI.filter(({ tipo }) => tipo === 'Rossi')
const bollicine = VINI.filter(({ tipo }) => tipo === 'Bollicine')
const barbera = vino('Barbera La Nonna')
const bricco = vino('Bricco delle Gazze')
const trento = vino('Trento Lenzi Brut')
const bosco = vino('Bosco Antico')
const passito = vino('Passito di Punta Sale')

export const tasks: Task[] = [
  {
    id: 'enoteca-sarti/barbera',
    kind: 'fact',
    prompt: 'Quanto costa adesso la Barbera La Nonna?',
    urls: [ORIGIN],
    schema: object({ prezzo: number }),
    truth: { prezzo: numero(barbera.prezzo) },
    needs: ['/catalogo/rossi'],
  },
  {
    id: 'enoteca-sarti/bricco',
    kind: 'entity',
    prompt:
      'Get me the product data of the wine "Bricco delle Gazze" (the normal bottle): winery, price in euros, vintage, grape variety, alcohol in % vol., bottle size, region and customer rating.',
    urls: [`${ORIGIN}/catalogo/rossi`],
    schema: zod(
      record({
        winery: described(text, 'Cantina'),
        price: number,
        vintage: orNull(described(integer, 'Annata')),
        grape: described(text, 'Vitigno'),
        alcohol: described(number, 'Gradazione'),
        bottleSize: described(text, 'Formato'),
        region: text,
        rating: orNull(described(number, 'Voto dei clienti')),
      }),
    ),
    truth: {
      winery: bricco.cantina,
      price: numero(bricco.prezzo),
      vintage: Number(bricco.annata),
      grape: bricco.vitigni,
      alcohol: numero(bricco.gradi),
      bottleSize: bricco.formato,
      region: 'Piemonte',
      rating: numero(bricco.voto!),
    },
    needs: [bricco.via],
  },
  {
    id: 'enoteca-sarti/rossi',
    kind: 'list',
    prompt: 'Tutti i vini rossi in catalogo con nome, cantina e prezzo attuale',
    urls: [`${ORIGIN}/vini-rossi`],
    schema: object({ vini: list(object({ nome: text, cantina: text, prezzo: number })) }),
    truth: {
      vini: rossi.map(({ nome, cantina, prezzo }) => ({ nome, cantina, prezzo: numero(prezzo) })),
    },
    needs: ROSSI,
  },
  {
    id: 'enoteca-sarti/bollicine',
    kind: 'list-and-details',
    prompt:
      'Per ogni vino della sezione Bollicine servono: nome, annata (null se non indicata), vitigno, gradazione e voto dei clienti.',
    urls: [ORIGIN],
    schema: zod(
      record({
        vini: list(
          record({
            nome: text,
            annata: orNull(integer),
            vitigno: text,
            gradazione: number,
            voto: orNull(number),
          }),
        ),
      }),
    ),
    truth: {
      vini: bollicine.map(({ nome, annata, vitigni, gradi, voto }) => ({
        nome,
        annata: annata === null ? null : Number(annata),
        vitigno: vitigni,
        gradazione: numero(gradi),
        voto: voto === null ? null : numero(voto),
      })),
    },
    needs: ['/catalogo/bollicine', ...bollicine.map(({ via }) => via)],
  },
  {
    id: 'enoteca-sarti/cheap-reds',
    kind: 'condition',
    prompt: 'Quali vini rossi costano meno di 17 euro? Nome e prezzo.',
    urls: [`${ORIGIN}/catalogo/rossi`],
    schema: object({ vini: list(object({ nome: text, prezzo: number })) }),
    truth: {
      vini: rossi
        .filter(({ prezzo }) => numero(prezzo) < 17)
        .map(({ nome, prezzo }) => ({ nome, prezzo: numero(prezzo) })),
    },
    needs: ROSSI,
  },
  {
    id: 'enoteca-sarti/wineries',
    kind: 'list-and-details',
    prompt:
      'List all wineries with name, region, hectares, year of foundation, winemaker (if named) and whether they are organic.',
    urls: [`${ORIGIN}/cantine`],
    schema: zod(
      record({
        wineries: list(
          record({
            name: text,
            region: text,
            hectares: number,
            founded: integer,
            winemaker: orNull(described(text, 'Enologo')),
            organic: described(boolean, 'Biologico'),
          }),
        ),
      }),
    ),
    truth: {
      wineries: CANTINE.map(({ nome, regione, ettari, fondata, enologo, isBio }) => ({
        name: nome,
        region: regione,
        hectares: numero(ettari),
        founded: fondata,
        winemaker: enologo,
        organic: isBio,
      })),
    },
    needs: ['/cantine', ...CANTINE.map(({ via }) => via)],
  },
  {
    id: 'enoteca-sarti/two-tastings',
    kind: 'first-few',
    prompt: 'Le prime due degustazioni in programma: titolo, data, prezzo a persona e chi la guida',
    urls: [`${ORIGIN}/eventi`],
    schema: object({ degustazioni: list(object({ titolo: text, data: date, prezzo: number, guida: text })) }),
    truth: {
      degustazioni: SERATE.slice(0, 2).map(({ titolo, giorno, prezzo, guida }) => ({
        titolo,
        data: giorno.split('/').toReversed().join('-'),
        prezzo,
        guida,
      })),
    },
    isOrdered: true,
    needs: ['/degustazioni', ...SERATE.slice(0, 2).map(({ via }) => via)],
  },
  {
    id: 'enoteca-sarti/trento',
    kind: 'missing',
    prompt: 'Trento Lenzi Brut: annata, prezzo e temperatura di servizio',
    urls: [`${ORIGIN}/catalogo/bollicine`],
    schema: zod(
      record({ annata: orNull(integer), prezzo: orNull(number), temperaturaServizio: orNull(text) }),
    ),
    truth: { annata: null, prezzo: numero(trento.prezzo), temperaturaServizio: null },
    needs: [trento.via],
  },
  {
    id: 'enoteca-sarti/shop',
    kind: 'spread',
    prompt:
      "Chi ha fondato l'enoteca e quando, quanto costa la spedizione in Italia, qual è la partita IVA e il numero di telefono?",
    urls: [ORIGIN],
    schema: object({
      fondatore: text,
      annoFondazione: integer,
      spedizioneItalia: number,
      partitaIva: text,
      telefono: text,
    }),
    truth: {
      fondatore: 'Amedeo Sarti',
      annoFondazione: 1957,
      spedizioneItalia: 7.9,
      partitaIva: '03471180379',
      telefono: either('051 555 0188', '+390515550188'),
    },
    needs: ['/chi-siamo', '/info/spedizioni', '/contatti'],
  },
  {
    id: 'enoteca-sarti/strict-bosco',
    kind: 'strict',
    prompt: 'prezzo scontato, prezzo pieno e disponibilità',
    urls: [ORIGIN + bosco.via],
    strictConstrainToURLs: true,
    schema: object({ prezzoScontato: number, prezzoPieno: number, disponibilita: text }),
    truth: {
      prezzoScontato: numero(bosco.prezzo),
      prezzoPieno: numero(bosco.pieno!),
      disponibilita: either(bosco.stato, 'InStock'),
    },
    needs: [bosco.via],
  },
  {
    id: 'enoteca-sarti/search-passito',
    kind: 'search',
    prompt: 'Enoteca Sarti: prezzo e annata del Passito di Punta Sale',
    schema: object({ prezzo: number, annata: integer }),
    truth: { prezzo: numero(passito.prezzo), annata: Number(passito.annata) },
    needs: [passito.via],
  },
]
