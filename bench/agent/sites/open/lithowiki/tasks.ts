import { described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { LOCALITIES, MINERALS } from './minerals.ts'

const ORIGIN = originOf('lithowiki')
const HARDNESS = '/wiki/List_of_minerals_by_hardness'

function mineral(name: string) {
  return MINERALS.find((one) => one.name === name)!
}

const lorvenite = mineral('Lorvenite')
const ellandite = mineral('Ellandite')
const oxenholmite = mineral('Oxenholmite')
const hollinite = mineral('Hollinite')
const prennalite = mineral('Prennalite')
const silicates = MINERALS.filter(({ group }) => group === 'Silicates')
const hardest = MINERALS.toSorted((a, b) => b.mohs - a.mohs).slice(0, 3)
const lerrin = LOCALITIES.find(({ name }) => name === 'Lerrin Mine')!

export const tasks: Task[] = [
  {
    id: 'lithowiki/hardness',
    kind: 'fact',
    prompt: 'What is the Mohs hardness of lorvenite?',
    urls: [ORIGIN],
    schema: object({ hardness: number }),
    truth: { hardness: lorvenite.mohs },
    needs: [HARDNESS],
  },
  {
    id: 'lithowiki/ellandite',
    kind: 'entity',
    prompt:
      'Extract the data box of the article on Ellandite: formula, crystal system, colour, hardness, specific gravity, streak, lustre, type locality and the year it was described. Also, whom was it named after?',
    urls: [ORIGIN],
    schema: zod(
      record({
        formula: text,
        crystalSystem: text,
        color: text,
        mohsHardness: number,
        specificGravity: number,
        streak: orNull(text),
        luster: text,
        typeLocality: text,
        yearDescribed: integer,
        namedAfter: orNull(text),
      }),
    ),
    truth: {
      formula: ellandite.formula,
      crystalSystem: ellandite.system,
      color: ellandite.colour,
      mohsHardness: ellandite.mohs,
      specificGravity: ellandite.gravity,
      streak: ellandite.streak,
      luster: ellandite.lustre,
      typeLocality: ellandite.locality,
      yearDescribed: ellandite.year,
      namedAfter: either(ellandite.after, 'geologist Ruth Elland', 'Ruth Elland'),
    },
    needs: [ellandite.path],
  },
  {
    id: 'lithowiki/silicates',
    kind: 'list-and-details',
    prompt: 'All silicates in the wiki with formula, color, specific gravity and year described',
    urls: [`${ORIGIN}/wiki/Category:Silicates`],
    schema: object({
      minerals: list(
        object({ name: text, formula: text, color: text, specificGravity: number, yearDescribed: integer }),
      ),
    }),
    truth: {
      minerals: silicates.map(({ name, formula, colour, gravity, year }) => ({
        name,
        formula,
        color: colour,
        specificGravity: gravity,
        yearDescribed: year,
      })),
    },
    needs: ['/wiki/Category:Silicates', ...silicates.map(({ path }) => path)],
  },
  {
    id: 'lithowiki/trigonal',
    kind: 'condition',
    prompt: 'Which minerals have the crystal system "Trigonal"? Give name and hardness.',
    urls: [ORIGIN + HARDNESS],
    schema: object({ minerals: list(object({ name: text, hardness: number })) }),
    truth: {
      minerals: MINERALS.filter(({ system }) => system === 'Trigonal').map(({ name, mohs }) => ({
        name,
        hardness: mohs,
      })),
    },
    needs: [HARDNESS],
  },
  {
    id: 'lithowiki/hardest-three',
    kind: 'first-few',
    prompt: 'Top 3 of the list of minerals by hardness, with name, hardness and crystal system',
    urls: [ORIGIN],
    schema: object({ minerals: list(object({ name: text, hardness: number, crystalSystem: text })) }),
    truth: {
      minerals: hardest.map(({ name, mohs, system }) => ({ name, hardness: mohs, crystalSystem: system })),
    },
    isOrdered: true,
    needs: [HARDNESS],
  },
  {
    id: 'lithowiki/from-lerrin',
    kind: 'list',
    prompt: 'Minerals whose type locality is the Lerrin Mine and the year of each',
    urls: [ORIGIN + lerrin.path],
    schema: object({ minerals: list(object({ name: text, year: integer })) }),
    truth: {
      minerals: MINERALS.filter(({ locality }) => locality === lerrin.name).map(({ name, year }) => ({
        name,
        year,
      })),
    },
    needs: [lerrin.path],
  },
  {
    id: 'lithowiki/oxenholmite',
    kind: 'missing',
    prompt: 'Streak, luster and refractive index of Oxenholmite',
    urls: [ORIGIN],
    schema: zod(record({ streak: orNull(text), luster: orNull(text), refractiveIndex: orNull(text) })),
    truth: { streak: null, luster: oxenholmite.lustre, refractiveIndex: null },
    needs: [oxenholmite.path],
  },
  {
    id: 'lithowiki/two-articles',
    kind: 'spread',
    prompt:
      'Where was Hollinite first found, and what kind of place is that: type, county and elevation in metres? And who founded Lithowiki?',
    urls: [ORIGIN],
    schema: object({
      typeLocality: text,
      localityType: described(text, 'Type of the locality'),
      county: text,
      elevation: described(number, 'in metres'),
      founder: described(text, 'Founder of Lithowiki'),
    }),
    truth: {
      typeLocality: hollinite.locality,
      localityType: lerrin.kind,
      county: lerrin.county,
      elevation: lerrin.elevation,
      founder: 'Marguerite Stane',
    },
    needs: [hollinite.path, lerrin.path, '/wiki/Lithowiki:About'],
  },
  {
    id: 'lithowiki/strict-talk',
    kind: 'strict-nothing',
    prompt: 'formula and type locality',
    urls: [`${ORIGIN}/wiki/Talk:Lorvenite`],
    strictConstrainToURLs: true,
    schema: zod(record({ formula: orNull(text), typeLocality: orNull(text) })),
    truth: { formula: null, typeLocality: null },
    needs: ['/wiki/Talk:Lorvenite'],
  },
  {
    id: 'lithowiki/search-prennalite',
    kind: 'search',
    prompt: 'prennalite mineral: formula, color and specific gravity',
    schema: object({ formula: text, color: text, specificGravity: number }),
    truth: {
      formula: prennalite.formula,
      color: prennalite.colour,
      specificGravity: prennalite.gravity,
    },
    needs: [prennalite.path],
  },
]
