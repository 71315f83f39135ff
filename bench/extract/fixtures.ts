import { readFileSync } from 'node:fs'
import { selectAll } from 'css-select'
import { render } from 'dom-serializer'
import { cloneNode, isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { extractJson } from '../../src/extract/extract-json.ts'
import { hashOf } from '../../src/extract/findings/layout.ts'
import type { JsonSchema } from '../../src/extract/schema/json-schema.ts'
import { parseHtml } from '../../src/content/parse/html.ts'
import { fixtures, pageOf, scoreOf } from '../../test/extraction/score.ts'
import type { Score } from '../../test/extraction/score.ts'
import { f1Of, median, printRows, startCpuClock, timedCpu } from '../figures.ts'
import type { Rows } from '../figures.ts'

/** Accuracy of extraction on the pages of `test/extraction`: per kind of page and over all. */
export async function benchFixtures(): Promise<void> {
  const all = fixtures()
  const byKind = new Map<string, Score[]>()
  const clock = startCpuClock()
  for (const fixture of all) {
    const score = scoreOf(fixture)
    byKind.set(fixture.kind, [...(byKind.get(fixture.kind) ?? []), score])
    for (const complaint of score.complaints) console.log(`  ${fixture.name} ${complaint.slice(0, 200)}`)
  }
  const ms = clock() / all.length
  const rows: Rows = {}
  for (const [kind, scores] of byKind) rows[kind] = figuresOf(scores)
  rows['all'] = figuresOf([...byKind.values()].flat())
  printRows('kind of page', rows)
  console.log(`CPU ${ms.toFixed(1)} ms per page, parsing included`)
}

function figuresOf(scores: readonly Score[]): Rows[string] {
  const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0)
  const right = sum((score) => score.right)
  const precision = right / Math.max(1, right + sum((score) => score.wrong))
  const recall = right / Math.max(1, right + sum((score) => score.lost))
  return { F1: f1Of(precision, recall), precision, recall, invented: sum((score) => score.invented) }
}

const WARM_UP = 4
const ROUNDS = 15

/** Prints the CPU time of extraction and of parsing on pages of 100 kB after warm-up. No page comes twice. */
export async function benchSpeed(): Promise<void> {
  const times = new Map<string, number[][]>()
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, markup] of pagesOf100kB(round)) {
      const own = timesOf(markup)
      if (round >= WARM_UP) times.set(name, [...(times.get(name) ?? []), own])
    }
  }
  const rows: Rows = {}
  for (const [name, rounds] of times) rows[name] = medians(rounds)
  rows['all'] = medians([...times.values()].flat())
  printRows('median CPU ms on a page of 100 kB', rows)
}

function medians(rounds: readonly number[][]): Rows[string] {
  const [parse, fields, records] = [0, 1, 2].map((at) => median(rounds.map((own) => own[at]!)).toFixed(1))
  return { parse, '10 fields': fields, records }
}

function timesOf(markup: string): number[] {
  const page = { markup, url: 'https://example.com/page' }
  const first = pageOf(page)
  const fields = timedCpu(() => extractJson(first, { schema: FIELDS }))
  const parsed = timedCpu(() => pageOf(page))
  const records = timedCpu(() => extractJson(parsed.value, { schema: RECORDS }))
  return [parsed.ms, fields.ms, records.ms]
}

const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const DATE = { type: 'string', format: 'date' }
const URI = { type: 'string', format: 'uri' }
const FIELDS: JsonSchema = {
  type: 'object',
  properties: {
    title: TEXT,
    author: TEXT,
    published: DATE,
    price: NUMBER,
    currency: TEXT,
    rating: { type: 'number', description: 'Stars of five' },
    inStock: { type: 'boolean' },
    contactEmail: { type: 'string', format: 'email' },
    weightKg: NUMBER,
    condition: { type: 'string', enum: ['new', 'used', 'refurbished'] },
  },
}
const RECORD: JsonSchema = {
  type: 'object',
  properties: { name: TEXT, author: TEXT, date: DATE, price: NUMBER, url: URI },
}
const RECORDS: JsonSchema = { type: 'object', properties: { items: { type: 'array', items: RECORD } } }

/** Saved pages, and the elements that a longer page of the kind has more of. */
const REPEATED = {
  'article-wordpress-comments': ['.entry-content p', '.comment-list > li', 'nav li'],
  'product-woocommerce-reviews': ['.commentlist > li', '.shop_attributes tr', 'ul.products > li'],
  'collection-shopify': ['#product-grid > li', '.mega-menu__link'],
  'listing-jobs-table': ['.tx-jobs-list tbody > tr', '.dropdown-item'],
  'forum-xenforo': ['article.message', 'li'],
}
const SIZE = 100_000

function* pagesOf100kB(seed: number): Generator<[name: string, markup: string]> {
  for (const [name, units] of Object.entries(REPEATED)) {
    const markup = readFileSync(new URL(`../../test/pages/${name}.html`, import.meta.url), 'utf8')
    yield [name, enlarge(markup, units, seed)]
  }
  yield ['small pages, one after the other', joined(seed)]
}

function joined(seed: number): string {
  const small = fixtures()
  let all = ''
  for (let at = seed; all.length < SIZE; at++) all += small[at % small.length]!.markup
  return all
}

/** Repeats elements of a page with other words and numbers, each kind in turn, and scripts now and then. */
function enlarge(markup: string, units: readonly string[], seed: number): string {
  const { root } = parseHtml(markup, undefined, false)
  const kinds = [...units, 'script'].map((selector) => selectAll<AnyNode, Element>(selector, root))
  const words = [...new Set(markup.match(/(?<=[\s>])\p{L}{4,12}(?=[\s<.,])/gu))]
  let size = markup.length
  for (let round = 0; size < SIZE; round++) {
    for (const [at, kind] of kinds.entries()) {
      const model = kind[round % kind.length]!
      if (model.name === 'script' && round % 12 > 0) continue
      const copy = cloneNode(model, true)
      vary(copy, hashOf(`${round} ${at}`, seed), words)
      copy.parent = model.parent
      model.parent!.children.push(copy)
      size += render(copy).length
    }
  }
  return render(root)
}

/** Changes digits, and words that are not beside a number as in dates and units. */
function vary(node: AnyNode, seed: number, words: readonly string[]): void {
  const renumbered = (text: string) =>
    text.replaceAll(/\d/g, (digit, at) => String((Number(digit) + seed + at) % 10))
  if (isText(node))
    node.data = renumbered(node.data).replaceAll(/(?<!\d )\p{L}{4,}(?! \d)/gu, (word) =>
      likeIt(word, words[hashOf(word, seed) % words.length]!),
    )
  if (!isTag(node) || node.name === 'script') return
  for (const name of ['href', 'src'])
    if (node.attribs[name]) node.attribs[name] = renumbered(node.attribs[name])
  for (const child of node.children) vary(child, seed, words)
}

function likeIt(word: string, other: string): string {
  return /^\p{Lu}/u.test(word) ? other[0]!.toUpperCase() + other.slice(1) : other.toLowerCase()
}
