import { fieldsInPrompt } from '../prompt/fields-in-prompt.ts'
import { Naming } from './naming.ts'
import type { ListWish, Wish } from './wish.ts'

const LONGEST = 4000

/**
 * What a request in words adds to what a schema wishes for: words for the fields that it names, and how many of a list it
 * wants. It takes nothing away from the schema, and what is not plain is left aside.
 */
export function heedPrompt(wish: Wish, prompt: string): Wish {
  const said = prompt.slice(0, LONGEST).normalize('NFC')
  if (said.trim() === '') return wish
  const words = wordsFor(namesIn(wish), said)
  return limited(words.size === 0 ? wish : worded(wish, words), said)
}

function namesIn(wish: Wish): Set<string> {
  if (wish.kind === 'list') return namesIn(wish.item)
  if (wish.kind === 'scalar') return new Set()
  const names = wish.properties.map(({ name, wish: inner }) =>
    inner.kind === 'scalar' ? [name] : [...namesIn(inner)],
  )
  return new Set(names.flat())
}

/** What the request says about each name: a longer name for it, or what it means. */
function wordsFor(names: ReadonlySet<string>, prompt: string): Map<string, string> {
  const found = new Map<string, string>()
  // What a field is not says nothing about what it is.
  const sentences = prompt.split(/[.;!?\n]+/).filter((sentence) => !DENIES.test(sentence))
  for (const { words } of fieldsInPrompt(sentences.join('.\n')).fields) {
    const name = onlyNameIn(words, names)
    if (name !== undefined) found.set(name, words)
  }
  for (const sentence of sentences) {
    const [left, right, ...more] = sentence.split(MEANS)
    if (right === undefined || more.length > 0 || right.split(/\s+/).length > 12) continue
    const name = [...names].find((one) => endsWith(left!, one))
    if (name !== undefined) found.set(name, right.trim())
  }
  return found
}

const DENIES =
  /(?<!\p{L})(?:not|never|no|nor|without|except|excepting|excluding|excludes?|ignor(?:e|es|ing)|unless|cannot|\p{L}+n['’]t|rather than|instead of|nicht|nie|kein\p{L}*|ohne|außer|pas|jamais|sans|sauf|nunca|sin|salvo|senza|tranne|niet|geen|zonder)(?!\p{L})/iu
const MEANS = /\s+(?:means|is|are|stands for|refers to|bedeutet|ist|sind)\s+|\s*[:=]\s+/iu

/** The name that is a part of a phrase which says more than it; undefined when two are. */
function onlyNameIn(phrase: string, names: ReadonlySet<string>): string | undefined {
  const told = partsOf(phrase)
  const within = [...names].filter((name) => {
    const parts = partsOf(name)
    return parts.length > 0 && parts.every((part) => told.includes(part))
  })
  const [name] = within
  return within.length === 1 && partsOf(name!).length < told.length ? name : undefined
}

function partsOf(name: string): string[] {
  const parted = name.slice(0, 200).replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
  return parted.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function endsWith(text: string, name: string): boolean {
  const parts = partsOf(name)
  const end = partsOf(text.slice(-200)).slice(-parts.length)
  return parts.length > 0 && parts.join(' ') === end.join(' ')
}

function worded(wish: Wish, words: ReadonlyMap<string, string>): Wish {
  if (wish.kind === 'list') return { ...wish, item: worded(wish.item, words) }
  if (wish.kind === 'scalar') return wish
  const properties = wish.properties.map((property) => {
    const { name, wish: inner } = property
    if (inner.kind !== 'scalar') return { ...property, wish: worded(inner, words) }
    const more = words.get(name)
    if (more === undefined) return property
    return {
      ...property,
      wish: { ...inner, words: [inner.words, more].filter((text) => text !== '').join('. ') },
    }
  })
  return { ...wish, properties }
}

const COUNTS = 'two three four five six seven eight nine ten'.split(' ')
const FIRST = new RegExp(
  `(?<!\\p{L})(?:first|ersten|primeros|primeras|primi|prime|eerste)\\s+(\\d{1,4}|${COUNTS.join('|')})\\s+(\\p{L}+)(\\s\\p{L}+)?`,
  'giu',
)
/** What stands before the first ones where they are what is asked for. */
const ASKS =
  /^(?:.*(?<!\p{L})(?:get|list|extract|return|give|show|extrahiere|gib|zeige|liste|dame|extrae|estrai|geef))?(?:\s*(?<!\p{L})(?:me|us|mir|uns|only|just|nur|the|die|los|las|i|le|de))*\s*$/iu
/** And what behind them, where nothing more is said about them than what they come with. */
const ENDS =
  /^\s*(?:$|[,:)]|(?:with|and|including|mit|und|con|y|met|en)(?!\p{L})|(?:of|from|on|in)\s+(?:the|this)\s+(?:page|site|website|list|table)(?!\p{L}))/iu
/** What may turn the meaning of a sentence, or wants others as well. */
const TURNS =
  /(?<!\p{L})(?:(?:skip|ignor|omit|exclud|except|drop|remov|discard|überspring|auslass)\p{L}*|after|beyond|lea(?:ve|ving)|nach|all|every|each|last|rest|others?)(?!\p{L})/iu
/** What any list may be said to hold. */
const ANY = /^(?:items?|results?|entry|entries|records?)$/i
const LIKE_ENOUGH = 0.6

/** A list of which only the first ones are asked for. */
function limited(wish: Wish, prompt: string): Wish {
  const [first, ...more] = prompt.matchAll(FIRST)
  if (!first || more.length > 0) return wish
  const [whole, count, noun, next = ''] = first
  const before = prompt
    .slice(0, first.index)
    .split(/[.!?\n]/)
    .at(-1)!
  const [after = ''] = prompt.slice(first.index + whole.length).split(/[.!?\n]/, 1)
  const sentence = before + whole + after
  if (!ASKS.test(before) || TURNS.test(sentence) || DENIES.test(sentence)) return wish
  const nouns = [ENDS.test(next + after) ? [noun!] : [], ENDS.test(after) ? [noun! + next] : []].flat()
  const name = listCalled(nouns, wish)
  const word = COUNTS.indexOf(count!.toLowerCase())
  const most = word < 0 ? Number(count) : word + 2
  if (name === undefined || most === 0) return wish
  if (wish.kind === 'list') return cut(wish, most)
  if (wish.kind === 'scalar') return wish
  const properties = wish.properties.map((property) =>
    property.name === name && property.wish.kind === 'list'
      ? { ...property, wish: cut(property.wish, most) }
      : property,
  )
  return { ...wish, properties }
}

/** The list that is called so, or the only one where that is how any may be called. */
function listCalled(nouns: readonly string[], wish: Wish): string | undefined {
  const lists = wish.kind === 'list' ? [''] : listNames(wish)
  const called = lists.filter((name) => isCalled(name, nouns))
  if (called.length > 0) return called.length === 1 ? called[0] : undefined
  return lists.length === 1 && nouns.some((noun) => ANY.test(noun)) ? lists[0] : undefined
}

function listNames(wish: Wish): string[] {
  if (wish.kind !== 'object') return []
  return wish.properties.filter((property) => property.wish.kind === 'list').map(({ name }) => name)
}

function isCalled(list: string, nouns: readonly string[]): boolean {
  const naming = new Naming({ name: list })
  return nouns.some((noun) => naming.likenessTo(noun) >= LIKE_ENOUGH)
}

/** The schema decides how many there must be. */
function cut(list: ListWish, most: number): ListWish {
  return most < list.least ? list : { ...list, most: Math.min(list.most, most) }
}
