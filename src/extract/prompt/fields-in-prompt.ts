import { Naming } from '../schema/naming.ts'
import { meaningsOf } from '../schema/name-words.ts'
import { clausesOf, nameOf, questionIn } from './question.ts'
import type { Question } from './question.ts'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
export interface PromptField {
  key: string
  words: string
  question?: Question
}

const LONGEST = 4000
const MOST_FIELDS = 60
const MOST_WORDS = 5

const EVERY =
  /(?<![\p{L}])(?:every|each|all|alle[rsnm]?|jede[rsnm]?|sämtliche[rn]?|chaque|tous|toutes|cada|todos|todas|ogni|tutti|tutte|elke|alle|каждого|всех|все)\s+(?:(?:of\s)?(?:the|these|those|its)\s|die\s|der\s|des\s|les\s|los\s|las\s|gli\s|i\s|le\s)?(\p{L}+(?:[ -]\p{L}+){0,2})/iu
const LIST_OF =
  /(?<![\p{L}])(?:list|liste|lista|table|tabelle) (?:of|von|der|de|di|des|with)\s(?:the |all |die |los |les )?(\p{L}+)/iu
/** `List the names of the board members`, `List the rooms`: nothing but things is asked for. */
const ALONE =
  /(?<=^\s*(?:please\s+)?(?:list|name|nenne|liste|lista|elenca)\s+(?:(?:the|die|les|los|las|gli|le)\s+)?(?:(?:names?|titles?|namen|noms?|nombres?)\s+(?:of|der|von|de|des|di)\s+)?(?:(?:the|die|les|los|las|gli|le)\s+)?)(?!(?:the|die|les|los|las|gli|le|names?|titles?|namen|noms?|nombres?)\s)(\p{L}+(?:[ -]\p{L}+)?s)(?=\s*(?:(?:on|in|at|of|from)\s[^,;:]{0,40})?[.!?]?$)/iu
const SEPARATOR =
  /[,;:\n•·]|\s[-–—]\s|(?<![\p{L}])(?:and|und|et|y|e|en|sowie|plus|as well as|along with|including|include|with|mit|avec|con|i|и|oraz|also|auch)(?![\p{L}-])|、|と/iu

/** What a request is made with, and words that tell nothing about what is wanted. */
const FILLER_WORDS = sets('idle')
/** Words that ask, whatever else they may mean. */
const ASKING = sets('asking')
/** Words that ask for whatever there is. */
const ANYTHING = sets('anything')

export function fieldsInPrompt(prompt: string): { fields: PromptField[]; listed: string | undefined } {
  const text = prompt.slice(0, LONGEST).normalize('NFC')
  const every = [EVERY, LIST_OF, ALONE].map((said) => said.exec(text)).find((found) => found !== null)
  const isEvery = every !== undefined && EVERY.test(text) && entityIn(every[1]!) !== undefined
  const things = isEvery ? undefined : entitiesInPrompt(text)
  const listed = things ? entityIn(things.thing) : every ? entityIn(every[1]!) : undefined
  const rest =
    listed === undefined
      ? text
      : things
        ? `${things.named ?? ''}, ${things.rest}`
        : withoutListed(text, every!, listed)
  const fields = new Map<string, PromptField>()
  const add = (field: PromptField) => {
    if (field.key !== '' && field.key !== keyOf(listed ?? '') && fields.size < MOST_FIELDS)
      fields.set(field.key, field)
  }
  let before: Question | undefined
  for (const clause of rest.split(/[.?!]+(?:\s|$)/u).flatMap(clausesOf)) {
    const question = listed === undefined ? questionIn(clause, before) : undefined
    before = question ?? before
    if (question) add({ key: keyOf(nameOf(question, clause)), words: question.words, question })
    else for (const piece of clause.split(SEPARATOR)) add(named(piece ?? ''))
  }
  if (listed === undefined) return { fields: [...fields.values()], listed }
  if (things && fields.size === 0) return { fields: [NAME], listed }
  return {
    fields: fieldsOfRecord([...fields.values()], listed),
    listed: things ? listed : plural(listed, every![0]),
  }
}

const NAME: PromptField = { key: 'name', words: 'name' }

function fieldsOfRecord(named: readonly PromptField[], listed: string): PromptField[] {
  const value = valueIn(listed)
  if (named.length === 0)
    return value === undefined
      ? []
      : value === 'hours'
        ? [fieldOf('day'), fieldOf(value)]
        : [NAME, fieldOf(value)]
  const fields = named.map(({ words, ...field }) => ({ ...field, ...fieldOf(singular(words)) }))
  if (value !== undefined) return [fieldOf(value), ...fields]
  const isNamed = fields.some(({ key }) => new Naming({ name: key }).isTitle())
  return isNamed ? fields : [NAME, ...fields]
}

function fieldOf(words: string): PromptField {
  return { key: keyOf(words), words }
}

function singular(words: string): string {
  return / of /i.test(words)
    ? words
    : words
        .replace(/(?<=ss)es$/u, '')
        .replace(PLURAL, '')
        .replace(/(?<=\p{L}{2})ie$/u, 'y')
}

/** What is listed may itself be a value of things that have no other name: prices, dates, opening hours. */
function valueIn(listed: string): string | undefined {
  const last = listed.split(' ').at(-1)!.toLowerCase()
  if (/^(?:hours|öffnungszeiten|horaires|horarios?|orari)$/.test(last)) return 'hours'
  return /^(?:prices|costs|fees|rates|dates)$/.test(last) ? singular(last) : undefined
}

/** Their prices are a price of each; hours, news and the like have no singular. */
const PLURAL = /(?<!hour|new|serie|statu|bu|clas|addres)(?<=\p{L}{2}[^siu])s$/u

/** `Under which license is it published`: what stands behind the word that asks is wanted, and nothing else. */
const WHICH =
  /^\s*(?:(?:under|in|at|from|on|with|unter|in|an|mit|sous|dans|à|bajo|en|con|sotto|onder|op)\s+)?(?:which|what|welche[rsmn]?|quel(?:le)?|qué|quale|welke?)\s+(\p{L}{3,})\s+(?:is|was|does|do|has|did|are|ist|hat|wird|hat|est|a|es|tiene|è|ha|heeft)(?!\p{L})/iu

function named(piece: string): PromptField {
  const words = WHICH.exec(piece)?.[1] ?? tellingWords(piece)
  return { key: keyOf(words), words }
}

/** The thing itself, without what follows it: `team members on the page` are team members. */
function entityIn(words: string): string | undefined {
  const parts = words.split(/[\s-]+/)
  const end = parts.findIndex((word) => FILLER_WORDS.has(word.toLowerCase()) || LINKING.test(word))
  const thing = parts.slice(0, end < 0 ? parts.length : end)
  if (thing.length === 0 || thing.some((word) => ANYTHING.has(word.toLowerCase()))) return undefined
  return thing.join(' ')
}

const LINKING =
  /^(?:and|with|including|und|mit|et|avec|y|con|e|en|met|sowie|including|who|that|sold|listed|shown|available)$/iu

function withoutListed(text: string, every: RegExpExecArray, listed: string): string {
  const end = every.index + every[0].replaceAll('-', ' ').lastIndexOf(listed) + listed.length
  return `${text.slice(0, every.index)} , ${text.slice(end)}`
}

/** English counts one with `every`; the list of them is in the plural. */
function plural(listed: string, said: string): string {
  if (!/^(?:every|each)\b/i.test(said) || listed.endsWith('s')) return listed
  return /(?:ch|sh|x)$/.test(listed) ? `${listed}es` : listed.replace(/(?<=[^aeiou])y$/, 'ie') + 's'
}

function tellingWords(piece: string): string {
  const cost = /(?<![\p{L}])(?:costs?|kostet|kosten|coûte|cuesta|costa|kost)(?![\p{L}])/iu.exec(piece)
  if (cost) return cost[0]
  const words = withoutClause(piece).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const start = words.findIndex((word) => !isFillerWord(word))
  const end = words.findLastIndex((word) => !isFillerWord(word))
  if (start < 0) return ''
  const kept = words.slice(start, end + 1)
  if (words.slice(end + 1).some((word) => ANYTHING.has(word.toLowerCase()))) return ''
  const inner = kept.filter(
    (word, index) =>
      index === 0 ||
      !/^(?:the|a|an|der|die|das|des|le|la|les|du|el|los|las|il|lo|its|their|this|that)$/iu.test(word),
  )
  const cut = cutAtEntity(inner)
  if (cut.length > MOST_WORDS || ANYTHING.has(cut.at(-1)!.toLowerCase())) return ''
  return cut.join(' ')
}

/** `The price one pays now` is a price. */
function withoutClause(piece: string): string {
  return piece.replace(/(?<=\p{L}{3}\s+)(?:one|you|they|we|it|that|which|who)\s+\p{L}.*$/iu, '')
}

export function isFillerWord(word: string): boolean {
  const small = word.toLowerCase()
  return ASKING.has(small) || (FILLER_WORDS.has(small) && meaningsOf(small).length === 0)
}

/** `name of product` is a name, `number of pages` is not just a number: what a general word follows belongs to it. */
function cutAtEntity(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^(?:of|for|from|on|in|von|für|de|del|di|pour|para|per)$/iu.test(word))
  if (at <= 0) return [...words]
  const isGeneral =
    /^(?:number|date|name|time|amount|anzahl|datum|numéro|nombre|número|place|year|type|kind)$/iu.test(
      words[at - 1]!,
    )
  const isThing =
    /^(?:product|item|page|article|event|book|company|person|recipe|job|produkt|artikel|seite|produit|producto)$/iu.test(
      words[at + 1] ?? 'page',
    )
  return isGeneral && !isThing ? [...words] : words.slice(0, at)
}

/** Reads that a request asks for several things: `List the rooms with price and size`, `Which tours are there?` */
function entitiesInPrompt(text: string) {
  const asked = SEVERAL.exec(text) ?? WHO.exec(text)
  if (asked) return { thing: asked[1]!, named: undefined, rest: text.slice(asked[0].length) }
  const [whole, verb = '', article = '', said = ''] = WITH.exec(text) ?? []
  if (whole === undefined) return undefined
  const [head = '', preposition = '', of = ''] = said.split(RELATION)
  const rest = text.slice(whole.length)
  const isMany = (word: string, before: string) => PLURAL_WORD.test(word) || PLURAL_ARTICLE.test(before)
  const isListed = LISTS.test(verb) && article !== '' && !ENGLISH.test(article)
  if (!isListed && !isMany(head, article)) return undefined
  if (verb === '' && said.split(' ').length > MOST_BARE) return undefined
  const owner = OF.test(preposition) ? of.replace(ARTICLE, '') : ''
  const isAsked = VALUES.test(head) && PLURAL_WORD.test(owner)
  return isAsked
    ? { thing: owner, named: head, rest }
    : { thing: head.replace(JOINED, ''), named: undefined, rest }
}

const MOST_BARE = 8
const ASKING_VERBS = [
  'list|name|extract|get|give|show|find|return|collect|pull|scrape|fetch|read|grab',
  'liste|nenne|extrahiere|gib|zeige|finde|suche|extrais|donne|trouve|affiche|lista|extrae|dame|muestra|encuentra',
  'elenca|estrai|dammi|mostra|trova|noem|geef|toon|haal',
].join('|')
const WITH = new RegExp(
  String.raw`^\s*(?:please\s+)?(?:(?:can|could) you\s+|what are\s+)?(?:(${ASKING_VERBS})\s+(?:(?:me|us|mir|uns|moi)\s+)?)?(?:an?\s+(?:list|table)\s+of\s+)?(?:(the|die|les|los|las|gli|le|i)\s+)?` +
    String.raw`(\p{L}[^.,;:!?]{1,80}?)(?:\s*:|,?\s+(?:with|including|along with|together with|mit|samt|avec|con|met|(?:and|und|et|y|e|en)(?=\s(?:their|ihren?|leurs?|sus?|i loro|le loro|hun)\s))(?!\p{L}))\s*(?=\S)`,
  'iu',
)
const LISTS = /^(?:liste|nenne|lista|elenca|noem)$/i
const ENGLISH = /^the$/i
const PLURAL_ARTICLE = /^(?:les|los|las|gli)$/i
const PLURAL_WORD = /(?:\p{L}(?<!s|u|i)s|people|children|men|women)$/iu
/** What things have: names of homes are no things themselves. */
const VALUES =
  /(?:^|\s)(?:names|titles|addresses|prices|dates|numbers|phones|e-?mails|locations|links|urls)$/i
/** `Lifting and moving services` are services. */
const JOINED = /^.*\s(?:and|und|et|y|e)\s/i
const RELATION =
  /\s(of|in|on|from|at|for|to|by|who|that|which|sold|offered|listed|shown|available|currently|von|der|des|im|auf|de|du|del|della|en|dans|sur)\s/iu
const OF = /^(?:of|von|der|de|du|des|del|della)$/i
const ARTICLE = /^(?:(?:all|the|die|der|les|los|las|gli|le)\s)+/i

/** `Which grinders do they sell`: all of what is named are asked for, and what they are called. */
const SEVERAL =
  /^\s*(?:(?:which|what)\s+(?=\p{L}+(?:[ -]\p{L}+)?s\s(?!(?:is|was|does|of|in|for)\s))|(?:welche|quels|quelles|qué|cuáles|quali)\s+)(\p{L}+(?:[ -]\p{L}+)?s|\p{L}+(?:en|er|e|i))\s+(?:do|are|can|have|did|fit|need|use|offer|support|cost|belong|work|come|open|take|gibt|sind|haben|bietet|bieten|verkauft|verkaufen|führt|sont|ont|vendent|proposent|hay|son|tienen|venden|ofrecen)(?!\p{L})[^,.;?]*?(?=\s(?:and|und|et|y|e)\s|[,.;?]|$)/iu
const WHO =
  /^\s*who\s+are\s+(?:all\s+)?(?:the\s+)?(\p{L}+(?:[ -]\p{L}+){0,3}?s)(?:\s(?:of|in|on|at|for)\s[^?.]{0,60})?\s*[?.]/iu

const MOST_KEY_WORDS = 6
const LONGEST_KEY = 60

/** The name of a property for some words: `Date of birth` becomes `dateOfBirth`. */
export function keyOf(words: string): string {
  const parts = words
    .slice(0, 200)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return (parts ?? [])
    .slice(0, MOST_KEY_WORDS)
    .map((part, index) =>
      index === 0 ? part.toLowerCase() : part[0]!.toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join('')
    .slice(0, LONGEST_KEY)
}
