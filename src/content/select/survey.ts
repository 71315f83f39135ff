import { rolesByName } from './name-roles.ts'
import { firstWords, NAME_ATTRIBUTES, nameParts } from './evidence.ts'
import type { Evidence, EvidenceTables } from './evidence.ts'
import { REGIONS } from './regions.ts'
import { isProse } from './outline.ts'
import type { Block, Outline, Place } from './outline.ts'

interface WordScore {
  /** How many of them the title of the page has, of all in the one with more. */
  ofTitle: number
  mean: number
  low: number
  high: number
  first: number
}

/** What is worked out once for a page so that each of its blocks can be seen in its surroundings. */
export interface Survey {
  outline: Outline
  charsBefore: Float64Array
  linkCharsBefore: Float64Array
  proseCharsBefore: Float64Array
  /** By place: what its own names say, and what those on the way to it say. */
  ownNames: Float64Array
  namesOnPath: Float64Array
  worstName: Float64Array
  bestName: Float64Array
  /** By place: what it or something around it is called, as bits. */
  called: Int32Array
  wordScores: WordScore[]
  /** The block of the heading above each block; -1 where there is none. */
  headingAbove: Int32Array
  /** How often the text of the block is on the page, and how many of those are before it. */
  copies: Int32Array
  copiesBefore: Int32Array
  templates: Template[]
  /** The first heading of the highest rank; -1 without one. */
  titleAt: number
  top: Place
}

export interface Template {
  blocks: number
  chars: number
  linkChars: number
}

export function survey(outline: Outline, title: string, evidences: EvidenceTables): Survey {
  const { blocks, places } = outline
  const count = blocks.length
  const names = {
    ownNames: new Float64Array(places),
    namesOnPath: new Float64Array(places),
    worstName: new Float64Array(places),
    bestName: new Float64Array(places),
    called: new Int32Array(places),
  }
  new NameJudge(outline.body, evidences, names).judge(outline.body, NOTHING_AROUND)
  const sums = {
    charsBefore: new Float64Array(count + 1),
    linkCharsBefore: new Float64Array(count + 1),
    proseCharsBefore: new Float64Array(count + 1),
  }
  const headingAbove = new Int32Array(count).fill(-1)
  let heading = -1
  let titleAt = -1
  blocks.forEach((block, at) => {
    sums.charsBefore[at + 1] = sums.charsBefore[at]! + block.chars
    sums.linkCharsBefore[at + 1] = sums.linkCharsBefore[at]! + block.linkChars
    sums.proseCharsBefore[at + 1] = sums.proseCharsBefore[at]! + (isProse(block) ? block.chars : 0)
    headingAbove[at] = heading
    if ((block.inner.regions & REGIONS.heading) !== 0) heading = at
    if (titleAt < 0 && block.place.element.name === 'h1') titleAt = at
  })
  return {
    outline,
    ...names,
    ...sums,
    headingAbove,
    titleAt,
    ...countCopies(blocks),
    wordScores: judgeWords(blocks, title, evidences),
    templates: templatesOf(blocks),
    top: topPlace(outline),
  }
}

interface NameScore {
  sum: number
  worst: number
  best: number
  called: number
}

const NOTHING_AROUND: NameScore = { sum: 0, worst: 0, best: 0, called: 0 }

/** Judges what elements are called; most names are on a page many times. */
class NameJudge {
  private readonly body: Place
  private readonly names: Evidence
  private readonly into: Pick<Survey, 'ownNames' | 'namesOnPath' | 'worstName' | 'bestName' | 'called'>
  private readonly known = new Map<string, NameScore>()

  constructor(body: Place, { names }: EvidenceTables, into: NameJudge['into']) {
    this.body = body
    this.names = names
    this.into = into
  }

  judge(place: Place, around: NameScore): void {
    const { index, element, children } = place
    let own = 0
    let { worst, best, called } = around
    if (isDistinctive(place, this.body)) {
      for (const attribute of NAME_ATTRIBUTES) {
        const value = element.attribs[attribute]
        if (value === undefined || value === '') continue
        const score = this.scoreOf(value)
        own += score.sum
        worst = Math.min(worst, score.worst)
        best = Math.max(best, score.best)
        called |= score.called
      }
    }
    const sum = own + 0.9 * around.sum
    this.into.ownNames[index] = own
    this.into.namesOnPath[index] = sum
    this.into.worstName[index] = worst
    this.into.bestName[index] = best
    this.into.called[index] = called
    if (children.length === 0) return
    const here = { sum, worst, best, called }
    for (const child of children) if (child.end > child.first) this.judge(child, here)
  }

  private scoreOf(name: string): NameScore {
    const known = this.known.get(name)
    if (known !== undefined) return known
    const score: NameScore = { sum: 0, worst: 0, best: 0, called: 0 }
    for (const part of nameParts(name)) {
      score.called |= rolesByName.get(part) ?? 0
      const evidence = this.names.get(part)
      if (evidence === undefined) continue
      score.sum += evidence
      score.worst = Math.min(score.worst, evidence)
      score.best = Math.max(score.best, evidence)
    }
    this.known.set(name, score)
    return score
  }
}

/** What holds all the text of the page is named for the page, not for a part of it. */
export function isDistinctive(place: Place, body: Place): boolean {
  return place !== body && place.chars !== body.chars
}

function judgeWords(blocks: readonly Block[], title: string, { words }: EvidenceTables): WordScore[] {
  const titleWords = new Set(firstWords(title, 40))
  return blocks.map((block) => {
    if (block.words > LONGEST_SHORT_TEXT) return NO_WORDS
    const found = firstWords(block.text, 12)
    let sum = 0
    let low = 0
    let high = 0
    let hits = 0
    for (const word of found) {
      if (titleWords.has(word)) hits++
      const score = words.get(word)
      if (score === undefined) continue
      sum += score
      if (score < low) low = score
      if (score > high) high = score
    }
    const count = Math.max(1, found.length)
    return {
      ofTitle: hits / Math.max(count, titleWords.size / 2),
      mean: sum / count,
      low,
      high,
      first: words.get(found[0] ?? '') ?? 0,
    }
  })
}

const NO_WORDS: WordScore = { ofTitle: 0, mean: 0, low: 0, high: 0, first: 0 }
/** In longer texts the words are about the subject of the page. */
export const LONGEST_SHORT_TEXT = 30

function countCopies(blocks: readonly Block[]): Pick<Survey, 'copies' | 'copiesBefore'> {
  const counts = new Map<string, number>()
  const keys = blocks.map(({ text }) => (text.length > 120 ? text.slice(0, 120) : text))
  const copiesBefore = Int32Array.from(keys, (key) => {
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before
  })
  return { copies: Int32Array.from(keys, (key) => counts.get(key)!), copiesBefore }
}

function templatesOf(blocks: readonly Block[]): Template[] {
  const found = new Map<number, Template>()
  return blocks.map(({ place, chars, linkChars }) => {
    const outer = (place.parent?.kind.id ?? 0) * MOST_KINDS + (place.parent?.parent?.kind.id ?? 0)
    const key = place.kind.id * MOST_KINDS * MOST_KINDS + outer
    let template = found.get(key)
    if (template === undefined) found.set(key, (template = { blocks: 0, chars: 0, linkChars: 0 }))
    template.blocks++
    template.chars += chars
    template.linkChars += linkChars
    return template
  })
}

/** With more kinds of elements on a page some templates are taken for one. */
const MOST_KINDS = 65_536

/** The element most paragraphs stand in, nearer ones counting more: the way article readers have long looked for it. */
function topPlace({ blocks, body, places }: Outline): Place {
  const scores = new Float64Array(places)
  const value = (place: Place) => scores[place.index]! * (1 - place.linkChars / Math.max(1, place.chars))
  let top = body
  for (const block of blocks) {
    if (block.chars < 25 || block.linkChars > block.chars * 0.5) continue
    const score = (1 + block.commas + Math.min(3, block.chars / 100)) * (isProse(block) ? 1 : 0.2)
    let up = block.place.parent
    for (let level = 0; up !== undefined && level < 4; level++, up = up.parent) {
      scores[up.index]! += score / (level === 0 ? 1 : level * 2)
      if (value(up) > value(top)) top = up
    }
  }
  return top
}
