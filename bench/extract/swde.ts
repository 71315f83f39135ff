import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedModel } from '../../src/extract/choose/choose.ts'
import { extractJson } from '../../src/extract/extract-json.ts'
import { labelIn } from '../../src/extract/findings/cues.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
import { f1Of, printRows, timedCpu } from '../figures.ts'
import type { Rows } from '../figures.ts'

/**
 * Asks every page for its marked fields, alone and with the other pages of its site known. The shipped model is learnt from
 * none of them.
 */
export function benchSwde(folder: string, ...options: string[]): void {
  const rows: Rows = {}
  const all: Outcome[] = []
  const byVertical = Map.groupBy(markedPages(folder), ({ vertical }) => vertical)
  for (const [vertical, pages] of byVertical) {
    const sites = Map.groupBy(pages, ({ site }) => site)
    const found = [...sites.values()].flatMap(outcomesOf)
    all.push(...found)
    rows[vertical] = figuresOf(found)
    for (const [field, some] of Map.groupBy(found, (one) => one.field))
      rows[`  ${vertical} ${field}`] = figuresOf(some)
  }
  rows['all'] = figuresOf(all)
  if (options.includes('--misses')) for (const outcome of all) printMiss(outcome)
  printRows('with siblings of its site', rows)
}

/** A page on which a person marked the values. */
interface MarkedPage {
  vertical: string
  site: string
  file: string
  /** For each field the texts that are right; none when the page has no value for it. */
  truth: Record<string, string[]>
}

function markedPages(folder: string): MarkedPage[] {
  const lines = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const page = JSON.parse(line) as MarkedPage
    return { ...page, file: join(folder, page.file) }
  })
}

function readPage({ file }: MarkedPage): ReadablePage {
  const { root, landmarks, base } = parseHtml(readFileSync(file, 'utf8'), undefined, false)
  return { root, landmarks, base, url: undefined, content: () => root.children }
}

/** What was answered for one field of one page. */
interface Outcome {
  page: MarkedPage
  field: string
  truth: ReadonlySet<string>
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

function outcomesOf(site: readonly MarkedPage[]): Outcome[] {
  const alone = site.map((page) => extractFields(page))
  return site.flatMap((page, at) => {
    const others = alone.filter((_, other) => other !== at).map(({ value }) => value.trace)
    const sited = extractFields(page, others)
    return Object.entries(page.truth).map(([field, values]): Outcome => {
      const truth = new Set(values.map(decoded))
      const answer = ({ value: { value }, ms }: typeof sited): Answer => {
        const text = (value as Record<string, string | undefined>)[field]?.replaceAll(/\s+/g, ' ').trim()
        const isRight = text !== undefined && truth.has(text)
        const isRightBare = isRight || [...truth].some((whole) => text === bareOf(whole))
        return { text, isRight, isRightBare, pageMs: ms }
      }
      return { page, field, truth, alone: answer(alone[at]!), sited: answer(sited) }
    })
  })
}

/** Asks for each field by its name alone. */
function extractFields(page: MarkedPage, siblings?: Parameters<typeof extractJson>[2]) {
  const properties = Object.fromEntries(Object.keys(page.truth).map((name) => [name, { type: 'string' }]))
  const schema = { type: 'object', properties }
  return timedCpu(() => extractJson(readPage(page), { schema }, siblings, shippedModel()))
}

/** Truths are source text: their entities mean characters. */
function decoded(source: string): string {
  const { root } = parseHtml(source.replaceAll('<', '&lt;'), undefined, false)
  const text = root.children.map((child) => ('data' in child ? child.data : '')).join('')
  return text.replaceAll(/\s+/g, ' ').trim()
}

function bareOf(text: string): string {
  return labelIn(text)?.value ?? text.replace(/^[:=]\s*/, '')
}

function printMiss({ page, field, truth, alone, sited }: Outcome): void {
  if (alone.isRight && sited.isRight) return
  console.log(`${page.file} ${field}: ${alone.text} | ${sited.text} <- ${[...truth].join(' / ')}`)
}

/** Over fields that have a truth: exact, and without the labels that marked texts begin with. */
function figuresOf(outcomes: readonly Outcome[]): Rows[string] {
  const asked = outcomes.filter(({ truth }) => truth.size > 0)
  const [alone, sited] = [asked.map((one) => one.alone), asked.map((one) => one.sited)]
  const perPage = new Map(outcomes.map((one) => [one.page, one.sited.pageMs]))
  const ms = [...perPage.values()].reduce((sum, each) => sum + each, 0) / perPage.size
  return {
    ...scored(sited, ({ isRight }) => isRight, ''),
    ...scored(sited, ({ isRightBare }) => isRightBare, ' bare'),
    ms: ms.toFixed(1),
    ...scored(alone, ({ isRight }) => isRight, ' alone'),
    ...scored(alone, ({ isRightBare }) => isRightBare, ' alone bare'),
  }
}

function scored(
  answers: readonly Answer[],
  isHit: (answer: Answer) => boolean,
  suffix: string,
): Rows[string] {
  const right = answers.filter(isHit).length
  const answered = answers.filter(({ text }) => text !== undefined).length
  const precision = right / Math.max(answered, 1)
  const f1 = f1Of(precision, right / Math.max(answers.length, 1))
  return { [`F1${suffix}`]: f1.toFixed(3), [`P${suffix}`]: precision.toFixed(3) }
}
