import { Naming } from '../../../extract/extract.ts'
import type { WishedField, WishedList } from '../../../extract/extract.ts'
import { Clauses, clausesOf } from './clauses.ts'
import type { Frontier, VisitedPage } from '../frontier.ts'
import { NamedOnSite } from './named-on-site.ts'
import type { Sought } from '../hubs.ts'
import type { Plan } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { coverage } from '../subject.ts'
import { isStop, wordsOf } from '../words.ts'

const QUOTED = 3
const STRONG = 2
const NAMED = 0.75
/** Fields that links are ranked by, at most. */
const MOST_SOUGHT = 40

/** From where on a word is that of the field itself. */
const OWN_NAME = 0.75

export type Wanted = WishedField | WishedList

/** What a request for one thing is about, once it is known what the pages of the site are called. */
export class ThingSubject {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #site: SiteWords
  readonly #named: NamedOnSite
  readonly #clauses: Clauses

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#site = site
    this.#named = new NamedOnSite(plan, frontier, site)
    this.#clauses = new Clauses(
      plan.prompt,
      plan.fields.map(({ naming }) => naming),
    )
  }

  /** The terms that tell the thing from others of the site: its name where there is one, else whatever is said of it. */
  terms(): ReadonlyMap<string, number> {
    const { terms } = this.#plan.subject
    const named = this.#named.words()
    const quoted = [...terms].filter(([, weight]) => weight >= QUOTED)
    if (named.length > 0)
      return new Map([
        ...quoted,
        ...named.map((word) => [word, this.#weightOf(word, terms.get(word))] as const),
      ])
    const topic = this.#topic()
    if (quoted.length === 0 && topic.length > 0) return new Map(topic.map((word) => [word, STRONG]))
    const own = [...terms].filter(([term]) => !this.#site.has(term))
    const strongest = Math.min(QUOTED, Math.max(0, ...own.map(([, weight]) => weight)))
    return new Map(own.filter(([, weight]) => weight >= Math.max(1, strongest)))
  }

  /** What an article or the like is said to be about. */
  #topic(): readonly string[] {
    const [, about = ''] = ARTICLE.exec(this.#plan.prompt.slice(0, 2000)) ?? []
    const [first = ''] = clausesOf(about)
    return [...new Set(wordsOf(first))].filter(
      (word) => (this.#plan.subject.terms.get(word) ?? 0) >= 1 && !this.#site.has(word),
    )
  }

  /** Words that say which of several on a page is meant: those of the request that the page is not called by. */
  variantWords({ aboutWords }: Pick<VisitedPage, 'aboutWords'>): readonly string[] {
    const called = new Set(aboutWords)
    return [...this.#plan.subject.terms].flatMap(([term, weight]) =>
      !called.has(term) && !this.#site.has(term) && (weight >= 1 || /\d/.test(term)) ? [term] : [],
    )
  }

  /** The words of a name weigh alike, but for what people are called before it. */
  #weightOf(word: string, weight: number | undefined): number {
    return weight !== undefined && weight < 1 && !/\d/.test(word) ? weight : Math.max(STRONG, weight ?? 0)
  }

  /** Whether it is one of several things that the site is about, rather than who the site belongs to. */
  isOneOfMany(): boolean {
    const terms = this.terms()
    if ([...terms.values()].some((weight) => weight >= STRONG)) return true
    if (terms.size < 2) return false
    const isNamed = (words: readonly string[]) => coverage(terms, words) >= NAMED
    return (
      [...this.#frontier.visited.values()].some(({ aboutWords }) => isNamed(aboutWords)) ||
      [...this.#frontier.ways.values()].some(({ textWords }) => isNamed(textWords))
    )
  }

  /**
   * Whether a field may be of the site rather than of the thing. Of a thing with a name, `Aurora 300` and not `the village hall`,
   * everything is, but for what is asked of something else: `and the phone number of the shop`.
   */
  mayBeElsewhere(wanted: Wanted): boolean {
    const terms = this.terms()
    const isProper = [...this.#plan.subject.terms].some(
      ([term, weight]) => weight >= STRONG && !this.#site.has(term),
    )
    if (!isProper || !('naming' in wanted)) return !isProper
    const [, owner = ''] = OF_OTHER.exec(this.#clauses.of(wanted.naming)) ?? []
    return (
      owner !== '' &&
      wanted.naming.likenessTo(owner) < OWN_NAME &&
      !wordsOf(owner).some((word) => terms.has(word))
    )
  }

  /** What links are compared with. */
  sought(wanted: readonly Wanted[]): Sought[] {
    return wanted.slice(0, MOST_SOUGHT).map((one) => {
      if ('naming' in one) return one
      let naming = namings.get(one)
      if (!naming) namings.set(one, (naming = new Naming({ name: one.path.at(-1) ?? '', words: one.words })))
      return { naming }
    })
  }

  /** The words that say which of several a field is to be of: those of its name and of the clause that asks for it. */
  wordsFor({ naming, name }: Pick<WishedField, 'naming' | 'name'>): readonly string[] {
    const parted = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    const words = [...wordsOf(parted), ...wordsOf(this.#clauses.of(naming).replace(EXCEPTED, ' '))]
    const { terms } = this.#plan.subject
    const isNamed = (word: string) => (terms.get(word) ?? 0) >= STRONG
    return [...new Set(words)].filter(
      (word) => isNamed(word) || (word.length > 2 && !isStop(word) && !this.#site.has(word)),
    )
  }
}

const OF_OTHER =
  /\s(?:of|for|von|für|de|du|del|di|van)\s+(?:(?:the|this|der|des|la|le|el|il|de)\s+)?(\p{Ll}{3,})\s*$/u

const ARTICLE =
  /(?<!\p{L})(?:article|story|post|thread|topic|report|review|artikel|bericht|meldung|beitrag|art[ií]culo|noticia|articolo|notizia|reportage)\s+(?:about|on|regarding|over|über|zum|zur|sur|sobre|acerca de|su|sul|sulla|sui)\s+(.{3,200})/iu

const namings = new WeakMap<WishedList, Naming>()

/** What is said not to be meant. */
const EXCEPTED =
  /(?<!\p{L})(?:outside|except|excluding|without|other than|not|außerhalb|außer|ohne|hors|sauf|excepto|fuera de|tranne|escluso|fuori|behalve|buiten)(?!\p{L}).*$/iu
