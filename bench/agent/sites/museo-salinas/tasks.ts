import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../schema.ts'
import { originOf } from '../../site.ts'
import { either } from '../../task.ts'
import type { Task } from '../../task.ts'
import { EXPOSICIONES, OBRAS } from './obras.ts'

const ORIGIN = originOf('museo-salinas')
const COLECCION = ['/coleccion/', ...[2, 3, 4].map((n) => `/coleccion/pagina-${n}.html`)]

function obra(titulo: string) {
  return OBRAS.find((una) => una.titulo === titulo)!
}

const salineras = obra('Las salineras al alba')
const tejido = obra('Tejido de mareas')
const sirena = obra('Sirena industrial')
const astrolabio = obra('Astrolabio de a bordo')
const vidaurre = OBRAS.filter(({ autor }) => autor === 'Anselmo Vidaurre')

export const tasks: Task[] = [
  {
    id: 'museo-salinas/inventario',
    kind: 'fact',
    prompt: '¿Cuál es el número de inventario de la obra "Tejido de mareas"?',
    urls: [ORIGIN],
    schema: object({ numeroInventario: text }),
    truth: { numeroInventario: tejido.inventario },
    needs: [tejido.ruta],
  },
  {
    id: 'museo-salinas/salineras',
    kind: 'entity',
    prompt:
      'Necesito la ficha técnica completa de «Las salineras al alba»: autora, fecha, técnica, medidas, número de inventario, ubicación y procedencia.',
    urls: [`${ORIGIN}/coleccion/`],
    schema: zod(
      record({
        autor: text,
        fecha: text,
        tecnica: text,
        medidas: text,
        inventario: text,
        ubicacion: orNull(text),
        procedencia: orNull(text),
      }),
    ),
    truth: {
      autor: salineras.autor,
      fecha: salineras.fecha,
      tecnica: salineras.tecnica,
      medidas: salineras.medidas,
      inventario: salineras.inventario,
      ubicacion: salineras.sala,
      procedencia: salineras.procedencia,
    },
    needs: [salineras.ruta],
  },
  {
    id: 'museo-salinas/all-works',
    kind: 'list',
    prompt: 'List every work of the collection with its title and artist.',
    urls: [ORIGIN],
    schema: object({ works: list(object({ title: text, artist: text })) }),
    truth: { works: OBRAS.map(({ titulo, autor }) => ({ title: titulo, artist: autor })) },
    needs: COLECCION,
  },
  {
    id: 'museo-salinas/vidaurre',
    kind: 'condition',
    prompt: 'Obras de Anselmo Vidaurre en la colección: título, fecha y técnica',
    urls: [`${ORIGIN}/coleccion/`],
    schema: object({ obras: list(object({ titulo: text, fecha: text, tecnica: text })) }),
    truth: { obras: vidaurre.map(({ titulo, fecha, tecnica }) => ({ titulo, fecha, tecnica })) },
    needs: [...COLECCION, ...vidaurre.map(({ ruta }) => ruta)],
  },
  {
    id: 'museo-salinas/exhibitions',
    kind: 'list-and-details',
    prompt:
      'I am writing a city guide. For each exhibition I need the title, the first and last day, the curator and the admission fee in euros if there is one.',
    urls: [`${ORIGIN}/exposiciones/`],
    schema: zod(
      record({
        exhibitions: list(
          record({
            title: text,
            startDate: date,
            endDate: date,
            curator: described(text, 'Comisariado'),
            admission: orNull(described(number, 'Entrada')),
          }),
        ),
      }),
    ),
    truth: {
      exhibitions: EXPOSICIONES.map(({ titulo, desde, hasta, comisaria, entrada }) => ({
        title: titulo,
        startDate: desde,
        endDate: hasta,
        curator: comisaria,
        admission: entrada,
      })),
    },
    needs: ['/exposiciones/', ...EXPOSICIONES.map(({ ruta }) => ruta)],
  },
  {
    id: 'museo-salinas/visit',
    kind: 'spread',
    prompt: '¿Cuánto cuesta la entrada general y la reducida, cuál es el teléfono y quién dirige el museo?',
    urls: [ORIGIN],
    schema: object({
      entradaGeneral: number,
      entradaReducida: number,
      telefono: text,
      director: described(text, 'Quien dirige el museo hoy'),
    }),
    truth: {
      entradaGeneral: 7.5,
      entradaReducida: 4,
      telefono: '942 55 01 73',
      director: 'Mikel Aranburu',
    },
    needs: ['/visita/', '/visita/como-llegar.html', '/museo/historia.html'],
  },
  {
    id: 'museo-salinas/hours',
    kind: 'entity',
    prompt: 'opening hours',
    urls: [`${ORIGIN}/visita/`],
    schema: object({
      openingHours: list(object({ days: text, hours: text })),
    }),
    truth: {
      openingHours: [
        { days: 'Martes a viernes', hours: '10.00–18.30' },
        { days: 'Sábados', hours: '10.00–20.00' },
        { days: 'Domingos y festivos', hours: '10.00–14.30' },
        { days: 'Lunes', hours: 'cerrado' },
      ],
    },
    needs: ['/visita/'],
  },
  {
    id: 'museo-salinas/no-provenance',
    kind: 'missing',
    prompt: 'Procedencia, técnica y valor de seguro de "Sirena industrial"',
    urls: [`${ORIGIN}/coleccion/`],
    schema: zod(record({ procedencia: orNull(text), tecnica: orNull(text), valorSeguro: orNull(number) })),
    truth: { procedencia: null, tecnica: sirena.tecnica, valorSeguro: null },
    needs: [sirena.ruta],
  },
  {
    id: 'museo-salinas/strict-friends',
    kind: 'strict-nothing',
    prompt: '¿En qué año se fundó el museo y quién fue el arquitecto del edificio?',
    urls: [`${ORIGIN}/museo/amigos.html`],
    strictConstrainToURLs: true,
    schema: zod(record({ anoFundacion: orNull(integer), arquitecto: orNull(text) })),
    truth: { anoFundacion: null, arquitecto: null },
    needs: ['/museo/amigos.html'],
  },
  {
    id: 'museo-salinas/search-astrolabe',
    kind: 'search',
    prompt: '"Astrolabio de a bordo" del Museo de las Salinas: fecha, técnica y medidas',
    schema: object({ fecha: text, tecnica: text, medidas: text }),
    truth: {
      fecha: either(astrolabio.fecha, Number(astrolabio.fecha)),
      tecnica: astrolabio.tecnica,
      medidas: astrolabio.medidas,
    },
    needs: [astrolabio.ruta],
  },
]
