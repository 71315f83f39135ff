import { labelIn } from '../../src/extract/findings/cues.ts'
import { extractJson } from '../../src/extract/extract-json.ts'
import { shippedModel } from '../../src/extract/choose/choose.ts'
import type { Model } from '../../src/extract/choose/choose.ts'
import { markedPages } from './swde-data.ts'
import type { MarkedPage } from './swde-data.ts'

/**
 * Asks every page for its marked fields, alone and with the other pages of its site known. The shipped model is learnt from
 * none of them.
 */
export async function benchSwde(folder: string): Promise<void> {
  const pages = markedPages(folder)
  const verticals = [...new Set(pages.map(({ vertical }) => vertical))]
  const outcomes: Outcome[] = []
  for (const vertical of verticals) {
    const sites = Object.values(Object.groupBy(pages, ({ site }) => site)) as MarkedPage[][]
    const found = sites
      .filter(([page]) => page!.vertical === vertical)
      .flatMap((site) => outcomesOf(site, shippedModel()))
    print(vertical, found)
    for (const [field, some] of Object.entries(Object.groupBy(found, ({ field }) => field))) {
      print(`  ${field}`, some!)
    }
    outcomes.push(...found)
  }
  print('all', outcomes)
}

/** What was answered for one field of one page. */
interface Outcome {
  page: MarkedPage
  field: string
  hasTruth: boolean
  alone: Answer
  sited: Answer
}

interface Answer {
  text: string | undefined
  isRight: boolean
  /** Whether it is right but for the label that stands in the same text: `Knopf` of `Publisher: Knopf`. */
  isRightBare: boolean
  /** What the whole page took. */
  pageMs: number
}

function outcomesOf(site: readonly MarkedPage[], model: Model): Outcome[] {
  const alone = site.map((page) =>
    timed(() => extractJson(page.read(), { schema: page.schema }, undefined, model)),
  )
  return site.flatMap((page, at) => {
    const others = alone.filter((_, other) => other !== at).map(({ value }) => value.trace)
    const sited = timed(() => extractJson(page.read(), { schema: page.schema }, others, model))
    return page.fields.map(({ name }, field): Outcome => {
      const truth = page.truths[field]!
      const answer = ({ value: { value }, ms }: typeof sited): Answer => {
        const text = (value as Record<string, string | undefined>)[name]?.replaceAll(/\s+/g, ' ').trim()
        const isRight = text !== undefined && truth.has(text)
        const isRightBare = isRight || [...truth].some((whole) => text === bareOf(whole))
        return { text, isRight, isRightBare, pageMs: ms }
      }
      const outcome = {
        page,
        field: name,
        hasTruth: truth.size > 0,
        alone: answer(alone[at]!),
        sited: answer(sited),
      }
      if (process.env['MISSES']) tellMiss(outcome, truth)
      return outcome
    })
  })
}

function bareOf(text: string): string {
  return labelIn(text)?.value ?? text.replace(/^[:=]\s*/, '')
}

function tellMiss({ page, field, alone, sited }: Outcome, truth: ReadonlySet<string>): void {
  if (alone.isRight && sited.isRight) return
  console.log(`${page.file} ${field}: ${alone.text} | ${sited.text} <- ${[...truth].join(' / ')}`)
}

function timed<Value>(work: () => Value): { value: Value; ms: number } {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: (user + system) / 1000 }
}

function print(name: string, outcomes: readonly Outcome[]): void {
  const shown = (how: 'alone' | 'sited') => {
    const perPage = new Map(outcomes.map((outcome) => [outcome.page, outcome[how].pageMs]))
    const ms = [...perPage.values()].reduce((sum, each) => sum + each, 0) / perPage.size
    return `${figures(outcomes, how)} ${ms.toFixed(1)} ms`
  }
  console.log(name.padEnd(20), `alone ${shown('alone')} | with siblings ${shown('sited')}`)
}

/** Over fields that have a truth: exact, and without the labels that marked texts begin with. */
function figures(outcomes: readonly Outcome[], how: 'alone' | 'sited'): string {
  const asked = outcomes.filter(({ hasTruth }) => hasTruth).map((outcome) => outcome[how])
  const answered = asked.filter(({ text }) => text !== undefined).length
  const score = (right: number) => {
    const precision = right / Math.max(answered, 1)
    const recall = right / Math.max(asked.length, 1)
    const f1 = (2 * precision * recall) / Math.max(precision + recall, 1e-9)
    return `F1 ${f1.toFixed(3)} P ${precision.toFixed(3)}`
  }
  const exact = score(asked.filter(({ isRight }) => isRight).length)
  return `${exact}, bare ${score(asked.filter(({ isRightBare }) => isRightBare).length)}`
}
