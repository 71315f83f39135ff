import type { Finding } from '../findings/finding.ts'
import { unitIn } from '../../language/units.ts'
import type { Unit } from '../../language/units.ts'
import { readMoney } from '../../language/money.ts'
import { formOf } from './impossible.ts'
import type { Form } from './impossible.ts'
import { looksOf } from './looks.ts'
import { toldBy } from './relations.ts'
import type { Told } from './relations.ts'
import { wordsOfName } from '../../language/words.ts'
import { around } from '../findings/inside.ts'

/** What takes a while to read from a finding and is the same for all fields. Each is read on first use, and once. */
class FindingFacts {
  readonly #finding: Finding
  #isOld: boolean | undefined
  #hasCurrency: boolean | undefined
  #isAfterAgentCue: boolean | undefined
  #unit: Unit | null | undefined
  #beside: string | undefined
  #labels: string | undefined
  #nearby: readonly NearWord[] | undefined
  #toldNearby: readonly Told[] | undefined
  #toldByText: readonly Told[] | undefined
  #toldByLine: readonly Told[] | undefined
  #form: Form | undefined
  #looks: Float32Array | undefined

  constructor(finding: Finding) {
    this.#finding = finding
  }

  get looks(): Float32Array {
    return (this.#looks ??= looksOf(this.#finding.text))
  }

  get form(): Form {
    return (this.#form ??= formOf(this.#finding.text))
  }

  /** Whether it is a price or the like that holds no more. */
  get isOld(): boolean {
    return (this.#isOld ??= isOld(this.#finding))
  }

  get hasCurrency(): boolean {
    return (this.#hasCurrency ??= readMoney(this.#finding.text)?.currency !== undefined)
  }

  /** Whether the text before it only says that whoever did it follows. */
  get isAfterAgentCue(): boolean {
    const { before, lead } = this.#finding.cues
    return (this.#isAfterAgentCue ??= isAgentCue(before) || isAgentCue(lead))
  }

  /** The unit behind its number. */
  get unit(): Unit | undefined {
    if (this.#unit === undefined) this.#unit = unitIn(this.#finding.text) ?? null
    return this.#unit ?? undefined
  }

  /** The words beside it in its line, without accents and in small letters; `#` stands for itself. */
  get beside(): string {
    const { lead, tail } = this.#finding.cues
    return (this.#beside ??= plain(`${lead} # ${tail}`))
  }

  /** The words beside it in its line, with how near each is: less behind a comma, and less again behind a full stop. */
  get nearby(): readonly NearWord[] {
    const { lead, tail } = this.#finding.cues
    return (this.#nearby ??= [
      ...nearWords(lead.match(TOKENS)?.toReversed() ?? []),
      ...nearWords(tail.match(TOKENS) ?? []),
    ])
  }

  /** What the words beside it in its line may speak of, the nearest counting most. */
  get toldNearby(): readonly Told[] {
    return (this.#toldNearby ??= [...this.#toldOn('lead'), ...this.#toldOn('tail')])
  }

  /** What its own words may speak of. */
  get toldByText(): readonly Told[] {
    return (this.#toldByText ??= toldBy(wordsOfName(this.#finding.text.slice(0, LONGEST_TOLD))))
  }

  /** What the words of its line, and those that its markup has for it, may speak of. */
  get toldByLine(): readonly Told[] {
    const { lead, tail, tight, hint } = this.#finding.cues
    return (this.#toldByLine ??= toldBy(wordsOfName(`${lead} ${tail} ${tight} ${hint}`)))
  }

  #toldOn(side: 'lead' | 'tail'): Told[] {
    const words = this.#finding.cues[side].toLowerCase().match(/\p{L}{2,}/gu) ?? []
    const near = side === 'lead' ? words.slice(-MOST_TOLD) : words.slice(0, MOST_TOLD)
    const half = side === 'lead' ? near.slice(-3) : near.slice(0, 3)
    return [...toldBy(near).map(({ line, weight }) => ({ line, weight: weight * 0.7 })), ...toldBy(half)]
  }

  /** The same of its labels. */
  get labels(): string {
    return (this.#labels ??= plain(`${LABELS.map((cue) => this.#finding.cues[cue]).join(' | ')} # `))
  }
}

const known = new WeakMap<Finding, FindingFacts>()

export function factsOf(finding: Finding): FindingFacts {
  let facts = known.get(finding)
  if (!facts) known.set(finding, (facts = new FindingFacts(finding)))
  return facts
}

interface NearWord {
  word: string
  near: number
}

const TOKENS = /\p{L}{2,}|\p{N}+|[,;:()–—|·]|[.!?](?=\s|$)/gu
const MOST_TOLD = 8
const LONGEST_TOLD = 60
const MOST_NEARBY = 14
const PER_WORD = 0.93

function nearWords(tokens: readonly string[]): NearWord[] {
  let near = 1
  const found: NearWord[] = []
  for (const token of tokens.slice(0, MOST_NEARBY)) {
    if (/^\p{L}/u.test(token)) found.push({ word: token.toLowerCase(), near })
    else near *= /^[.!?]/.test(token) ? 0.4 : /^\p{N}/u.test(token) ? 0.85 : 0.75
    near *= PER_WORD
  }
  return found
}

const LABELS = ['inText', 'colon', 'row', 'marked', 'tile', 'before', 'after', 'heading'] as const

const OLD_ELEMENTS: ReadonlySet<string> = new Set(['del', 's', 'strike'])
const OLD_WORDS =
  /(?:^|[\s_-])(?:was|old|original|regular|compare|compare-at|rrp|msrp|uvp|strike|struck|line-through|list-price|before|previously|statt|vorher|au lieu de|antes|prima|instead of)(?:$|[\s_:.-])/i

function isOld({ element, cues }: Finding): boolean {
  return (
    around(element, 3).some(({ name }) => OLD_ELEMENTS.has(name)) ||
    OLD_WORDS.test(cues.tight) ||
    OLD_WORDS.test(cues.lead.split(' ').slice(-3).join(' ')) ||
    OLD_WORDS.test(`${cues.row} ${cues.inText} ${cues.colon}`)
  )
}

function isAgentCue(text: string): boolean {
  return text.length < 60 && /(?:^|\s)(?:by|von|par|por|di|door|av|af|przez)\s?:?$/i.test(text)
}

export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}

export type { FindingFacts }
