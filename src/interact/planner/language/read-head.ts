import type { Target } from '../step.ts'
import type { Phrase } from './phrase.ts'
import { isMark, isName, look, part, raw, seek, startsUpper, trimmed } from './phrase.ts'

/** Kinds whose number is their place: `row 3`. */
const NUMBERED = new Set([
  'row',
  'column',
  'item',
  'result',
  'paragraph',
  'product',
  'article',
  'option',
  'image',
  'card',
  'word',
])

/** A noun phrase without anything behind it: articles, how many, which one, how it looks, its name, its kind. */
export function readHead(phrase: Phrase): Target {
  const target: Target = { words: '', quoted: false }
  let rest = leading(trimmed(withoutAside(phrase)), target)
  rest = possessor(rest, target)
  const quote = rest.tokens.find((token) => token.type === 'quoted')
  if (quote) {
    const kind = lastKind(part(rest, 0)) ?? seek(rest, 'kind', [])
    return { ...target, words: quote.text, quoted: true, ...(kind && { kind: kind.meaning }) }
  }
  return withName(rest, target)
}

/** `two Monsteras (indoor plants)`: what stands in brackets behind a name is said besides. */
function withoutAside(phrase: Phrase): Phrase {
  const open = phrase.tokens.findIndex((token) => isMark(token, '('))
  const close = phrase.tokens.findIndex((token) => isMark(token, ')'))
  const end = close === -1 ? phrase.tokens.length : close + 1
  const tokens = [...phrase.tokens.slice(0, open), ...phrase.tokens.slice(end)]
  const inside = phrase.tokens.slice(open, end)
  const isAside =
    open > 0 &&
    inside.some((token) => /\p{L}/u.test(token.text)) &&
    !inside.some((token) => token.type === 'quoted')
  return isAside && tokens.length > 0 ? { ...phrase, tokens } : phrase
}

/** So many articles, numbers and adjectives a name may have. */
const MOST_BEFORE = 12

/** Takes what comes before the name off, into the target. */
function leading(phrase: Phrase, target: Target): Phrase {
  let rest = phrase
  let articles = false
  for (let taken = 0; taken < MOST_BEFORE; taken += 1) {
    const others = look(rest, 'little', 0, 'else')
    if (others && others.length === rest.tokens.length) {
      target.all = true
      target.traits = ['other']
      return part(rest, others.length)
    }
    const everything = look(rest, 'little', 0, 'everything')
    if (everything && everything.length === rest.tokens.length) {
      target.all = true
      return part(rest, everything.length)
    }
    const all = look(rest, 'little', 0, 'all')
    if (all) {
      target.all = true
      rest = part(rest, all.length)
      continue
    }
    const pronoun = look(rest, 'little', 0, 'it')
    const points = pronoun && !look(rest, 'little', 0, 'article') && look(rest, 'kind', pronoun.length)
    if (pronoun && (pronoun.length === rest.tokens.length || points)) {
      target.same = true
      rest = part(rest, pronoun.length)
      continue
    }
    if (isPointedAt(rest)) {
      target.same = true
      return part(rest, rest.tokens.length)
    }
    const article = look(rest, 'little', 0, 'article')
    if (article && article.length < rest.tokens.length) {
      articles = true
      rest = part(rest, article.length)
      continue
    }
    const many = /^\d{1,3}$/.test(rest.tokens[0]?.text ?? '') ? lastKind(rest) : undefined
    if (many?.plural || (many && rest.tokens[0]?.text === '1' && many.at === 1)) {
      target.count = Number(rest.tokens[0]?.text)
      rest = part(rest, 1)
      continue
    }
    const ordinal = ordinalAt(rest, articles)
    if (ordinal) {
      target.ordinal = ordinal.number
      rest = part(rest, ordinal.length)
      continue
    }
    const one = look(rest, 'little', 0, 'one')
    if (one && one.length === rest.tokens.length && target.ordinal !== undefined)
      return part(rest, one.length)
    const trait = traitAt(rest, articles)
    if (!trait) return rest
    target.traits = [...(target.traits ?? []), trait.meaning]
    rest = part(rest, trait.length)
  }
  return rest
}

/** `that job`, `those flights`: what was spoken of, by a noun that nobody listed. */
function isPointedAt({ tokens }: Phrase): boolean {
  const [points, noun] = tokens
  return (
    tokens.length === 2 &&
    /^(?:that|those)$/.test(points?.low ?? '') &&
    /^\p{Ll}{3,}$/u.test(noun?.text ?? '')
  )
}

function ordinalAt(phrase: Phrase, articles: boolean): { number: number; length: number } | undefined {
  const match = look(phrase, 'ordinal', 0)
  // `First name` and `Last name` are names: an ordinal is followed by a kind, or by nothing after an article.
  if (match) {
    const behind = part(phrase, match.length)
    const counts =
      behind.tokens.length === 0
        ? articles
        : seek(behind, 'kind', []) !== undefined ||
          look(behind, 'little', 0, 'one') !== undefined ||
          behind.tokens[0]?.type === 'quoted' ||
          look(behind, 'trait', 0) !== undefined ||
          (articles && !isName(behind, 0))
    if (counts && !/^(?:name|names|address|line|class|party|person)$/.test(behind.tokens[0]?.low ?? ''))
      return { number: Number(match.meaning), length: match.length }
  }
  const sign = /^(?:#(\d{1,3})|(\d{1,3})(?:st|nd|rd|th))$/.exec(phrase.tokens[0]?.low ?? '')
  return sign ? { number: Number(sign[1] ?? sign[2]), length: 1 } : undefined
}

function traitAt(phrase: Phrase, articles: boolean): { meaning: string; length: number } | undefined {
  const match = look(phrase, 'trait', 0)
  if (!match) return undefined
  const behind = part(phrase, match.length)
  if (behind.tokens.length === 0) return articles && SHAPES.test(match.meaning) ? match : undefined
  // `star icon`: what is no adjective is a name when more follows.
  if (SHAPES.test(match.meaning) && !/^(?:square|oval)$/.test(match.meaning)) return undefined
  const upper = isName(phrase, 0)
  if (upper && isName(behind, 0)) return undefined
  const noun =
    seek(behind, 'kind', []) !== undefined ||
    behind.tokens[0]?.type === 'quoted' ||
    (lastTrait(behind) && (articles || !upper))
  return noun || (articles && !upper) ? match : undefined
}

const SHAPES =
  /^(?:circles?|squares?|rectangles?|triangles?|stars?|dot|line|diamond|oval|pentagon|hexagon|arrow|cross)$/

function lastTrait(phrase: Phrase): boolean {
  return look(phrase, 'trait', phrase.tokens.length - 1) !== undefined
}

/** `Bob's email` is an e-mail of Bob. */
function possessor(phrase: Phrase, target: Target): Phrase {
  const at = phrase.tokens.findIndex((token) => token.type === 'word' && /\p{L}['’]s?$/u.test(token.text))
  if (at === -1 || !isName(phrase, 0)) return phrase
  const rest = leading(part(phrase, at + 1), target)
  const kind = look(rest, 'kind', 0)
  if (!kind || kind.length !== rest.tokens.length) return phrase
  const words = raw(part(phrase, 0, at + 1)).replace(/['’]s?$/u, '')
  target.relations = [{ how: 'of', target: { words, quoted: false } }]
  return rest
}

/** The kind a noun phrase ends with. */
export function lastKind(
  phrase: Phrase,
): { at: number; after: number; meaning: string; plural: boolean } | undefined {
  const end = phrase.tokens.length
  for (let length = Math.min(4, end); length > 0; length -= 1) {
    const match = look(phrase, 'kind', end - length)
    if (match?.length === length)
      return { at: end - length, after: end, meaning: match.meaning, plural: match.plural }
  }
  return undefined
}

/** `(that) Bob sent me`: whose it is. */
function authorOf(phrase: Phrase): string | undefined {
  const rest = phrase.tokens[0]?.low === 'that' ? part(phrase, 1) : phrase
  const wrote = seek(rest, 'little', ['wrote'], 1)
  return wrote && startsUpper(rest.tokens[0]) ? raw(part(rest, 0, wrote.at)) : undefined
}

/** Only words of looks: `le bouton rouge`. */
function traitsOf(phrase: Phrase): string[] | undefined {
  const found = phrase.tokens.map((_, at) =>
    isName(phrase, at) ? undefined : look(phrase, 'trait', at)?.meaning,
  )
  return found.length > 0 && found.every((trait) => trait !== undefined) ? found : undefined
}

/** Nouns that rather end a name than say a kind: `phone number`. */
const SOFT = new Set(['number', 'user', 'text'])

/** `folder or file`: the last kind stands for both. */
function withoutOr(phrase: Phrase): Phrase {
  const last = phrase.tokens.length - 1
  return look(phrase, 'little', last, 'or') ? part(phrase, 0, 0) : phrase
}

/** The name and the kind of what is left: `Save button`, `button Save`, `Save`. */
function withName(phrase: Phrase, target: Target): Target {
  if (phrase.tokens.length === 0) return target
  const bare = phrase.tokens.length === phrase.tokens.filter((token) => token.type === 'word').length
  const told = target.ordinal !== undefined || target.all || target.traits || target.same || target.relations
  const prefix = look(phrase, 'kind', 0)
  const last = lastKind(phrase)
  // `Liste Farbe`, `field Date`: the first says the kind, the second is the name.
  const first =
    prefix &&
    last &&
    last.at >= prefix.length &&
    (phrase.tongue.headFirst || (isName(phrase, last.at) && !isName(phrase, 0)))
  const suffix = first ? undefined : last
  if (suffix) {
    const name = withoutOr(part(phrase, 0, suffix.at))
    const many = suffix.plural && target.ordinal === undefined && target.count === undefined && !target.same
    if (SOFT.has(suffix.meaning) && name.tokens.length > 0) return { ...target, words: raw(phrase) }
    // `the policy number field` is a field for a policy number.
    if (
      name.tokens.length > 0 &&
      suffix.meaning === 'spinbutton' &&
      phrase.tokens[suffix.at]?.low === 'number'
    )
      return { ...target, words: raw(part(phrase, 0, suffix.at + 1)), kind: 'textbox' }
    if (name.tokens.length > 0 || told || !bare || !isName(phrase, 0))
      return { ...target, words: raw(name), kind: suffix.meaning, ...(many && { all: true }) }
    return { ...target, words: raw(phrase) }
  }
  if (prefix) {
    const behind = part(phrase, prefix.length)
    const sign = /^(?:#|no\.? ?|number )?(\d{1,3})$/.exec(raw(behind))
    if (sign && (/^(?:#|no|number)/.test(raw(behind)) || NUMBERED.has(prefix.meaning)))
      return { ...target, kind: prefix.meaning, ordinal: Number(sign[1]) }
    const author = authorOf(behind)
    if (author)
      return {
        ...target,
        kind: prefix.meaning,
        relations: [...(target.relations ?? []), { how: 'of', target: { words: author, quoted: false } }],
      }
    const traits = traitsOf(behind)
    if (traits) return { ...target, kind: prefix.meaning, traits: [...(target.traits ?? []), ...traits] }
    if (!isName(phrase, 0) || target.traits)
      return { ...target, words: raw(behind).replace(/^: /, ''), kind: prefix.meaning }
  }
  const trait = target.words === '' && phrase.tokens.length === 1 ? look(phrase, 'trait', 0) : undefined
  if (trait && SHAPES.test(trait.meaning) && !isName(phrase, 0))
    return { ...target, traits: [...(target.traits ?? []), trait.meaning] }
  return { ...target, words: raw(phrase) }
}
