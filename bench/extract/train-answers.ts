import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readQuestion } from '../../src/extract/answers/term-matcher.ts'
import { quoteAnswer } from '../../src/extract/answers/answer-question.ts'
import { readPage, readWholePage, unitsFor } from '../../src/extract/answers/page-text.ts'
import { scoreUnits } from '../../src/extract/answers/score-units.ts'
import type { Features } from '../../src/extract/answers/unit-features.ts'
import { pageOf } from '../../test/answers/page-of.ts'
import { tasksIn } from '../everyday/set.ts'
import { printRows } from '../figures.ts'

/** A question with the units that may answer it. */
interface Example {
  set: string
  page: string
  weight: number
  units: { features: Features; isRight: boolean }[]
  isAnswerable: boolean
}

/**
 * Learns the weights of the features of an answer from `test/answers` and from folders of everyday tasks, and prints how
 * pages that were left out fare. `--write` replaces the weights.
 */
export async function trainAnswers(...words: string[]): Promise<void> {
  const folders = words.filter((word) => !word.startsWith('--'))
  const examples = [...questionsOfTests(), ...folders.flatMap(questionsOf)]
  const names = [...new Set(examples.flatMap(({ units }) => Object.keys(units[0]?.features ?? {})))]
  const pages = [...new Set(examples.map(({ page }) => page))]
  const leftOut: Tally = new Map()
  for (let fold = 0; fold < FOLDS; fold++) {
    const isHeld = ({ page }: Example) => pages.indexOf(page) % FOLDS === fold
    const weights = learn(
      examples.filter((one) => !isHeld(one)),
      names,
    )
    for (const one of examples.filter(isHeld)) count(one, weights, leftOut)
  }
  printRows('left out', Object.fromEntries(leftOut))
  const weights = learn(examples, names)
  const learnt: Tally = new Map()
  for (const one of examples) count(one, weights, learnt)
  printRows('learnt', Object.fromEntries(learnt))
  printRows('feature', Object.fromEntries(names.map((name) => [name, { weight: weights[name]!.toFixed(2) }])))
  if (words.includes('--write')) writeWeights(weights)
}

/** Questions by their set. */
type Tally = Map<string, { right: number; wrong: number; invented: number; all: number }>

const FOLDS = 10
const ROUNDS = 200
const RATE = 0.2
const DECAY = 0.0007
/** An everyday task counts for more than a question of the tests, of which there are many. */
const EVERYDAY = 3

function count({ set, units, isAnswerable }: Example, weights: Record<string, number>, tally: Tally): void {
  const scores = tally.get(set) ?? { right: 0, wrong: 0, invented: 0, all: 0 }
  tally.set(set, scores)
  const best = units
    .map((unit) => ({ ...unit, score: scoreOf(unit.features, weights) }))
    .sort((a, b) => b.score - a.score)[0]
  const isGiven = best !== undefined && best.score > 0
  scores.all++
  scores.right += Number(isAnswerable ? isGiven && best.isRight : !isGiven)
  scores.wrong += Number(isAnswerable && isGiven && !best.isRight)
  scores.invented += Number(!isAnswerable && isGiven)
}

function scoreOf(features: Features, weights: Record<string, number>): number {
  return Object.entries(features).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0)
}

/** The right ones of a question's units, or none of them, are to be the likeliest. */
function learn(examples: readonly Example[], names: readonly string[]): Record<string, number> {
  const size = names.length
  const weights = new Float64Array(size)
  const [first, second] = [new Float64Array(size), new Float64Array(size)]
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const rows = examples.map(({ units }) =>
    units.map(({ features }) => Float64Array.from(names, (name) => features[name] ?? 0)),
  )
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = weights.map((weight) => -DECAY * weight)
    examples.forEach(({ units, weight, isAnswerable }, index) => {
      const worths = rows[index]!.map((row) =>
        Math.exp(row.reduce((sum, value, at) => sum + value * weights[at]!, 0)),
      )
      const all = 1 + worths.reduce((sum, worth) => sum + worth, 0)
      const right = isAnswerable
        ? units.reduce((sum, { isRight }, at) => sum + Number(isRight) * worths[at]!, 0)
        : 0
      units.forEach(({ isRight }, at) => {
        const wanted = right > 0 && isRight ? worths[at]! / right : 0
        const error = ((wanted - worths[at]! / all) * weight) / total
        const row = rows[index]![at]!
        for (let name = 0; name < size; name++) slope[name]! += error * row[name]!
      })
    })
    for (let name = 0; name < size; name++) {
      first[name] = 0.9 * first[name]! + 0.1 * slope[name]!
      second[name] = 0.99 * second[name]! + 0.01 * slope[name]! ** 2
      const step = first[name]! / (1 - 0.9 ** round) / (Math.sqrt(second[name]! / (1 - 0.99 ** round)) + 1e-8)
      weights[name]! += RATE * (1 - round / (ROUNDS + 1)) * step
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at]!]))
}

const ANSWERS = new URL('../../test/answers/', import.meta.url)

function questionsOfTests(): Example[] {
  const entries: { page: string; set: string; questions: [string, string | null][] }[] = JSON.parse(
    readFileSync(new URL('questions.json', ANSWERS), 'utf8'),
  )
  return entries.flatMap(({ page, questions }) => {
    const markup = readFileSync(new URL(`../${page}`, ANSWERS), 'utf8')
    return questions.map(([question, fact]) =>
      example(markup, question, fact?.split('|') ?? null, { set: 'tests', page, weight: 1 }),
    )
  })
}

function questionsOf(folder: string): Example[] {
  return tasksIn(folder)
    .filter(({ kind }) => kind === 'question')
    .map(({ page, question, expected }) =>
      example(
        readFileSync(join(folder, 'pages', `${page}.html`), 'utf8'),
        question!,
        expected as string[] | null,
        { set: folder, page: page!, weight: EVERYDAY },
      ),
    )
}

function example(
  markup: string,
  text: string,
  facts: readonly string[] | null,
  about: Pick<Example, 'set' | 'page' | 'weight'>,
): Example {
  const readable = pageOf(markup, { isSelected: true })
  const content = readPage(readable)
  const plain = (one: string) => one.toLowerCase().replaceAll(/\s+/g, ' ')
  const isInside = facts?.some((fact) => content.blocks.some(({ text }) => plain(text).includes(plain(fact))))
  const page = isInside === false ? readWholePage(readable) : content
  const question = readQuestion(text, page.reader)
  const units = unitsFor(page, question.terms)
  return {
    ...about,
    isAnswerable: facts !== null,
    units: scoreUnits(units, question, page)
      .filter(({ isOut }) => !isOut)
      .map((scored) => {
        const quote = plain(quoteAnswer([scored], { units, question, reader: page.reader }))
        return {
          features: scored.features,
          isRight: quote.length <= LONGEST && (facts?.some((fact) => quote.includes(plain(fact))) ?? false),
        }
      }),
  }
}

const LONGEST = 400

function writeWeights(weights: Record<string, number>): void {
  const rounded = Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [name, Number(weight.toFixed(2))]),
  )
  const file = new URL('../../src/extract/answers/weights.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(rounded, null, 2)}\n`)
}
