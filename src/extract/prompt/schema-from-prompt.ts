import type { Scope } from '../compose/scope.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Naming } from '../schema/naming.ts'
import { fieldsInPrompt, keyOf } from './fields-in-prompt.ts'
import type { PromptField } from './fields-in-prompt.ts'
import { describe } from './question.ts'
import { isSecondary, isItem } from '../compose/item-sheets.ts'
import { labelledIn } from '../compose/fill-list.ts'
import type { ListField, SchemaField } from '../schema/schema-field.ts'

/** What a request in words asks for, as a schema: the things it names, or where it names none, those that the page does. */
export function schemaFromPrompt(prompt: string, scope: Scope): JsonSchema {
  if (prompt.trim() === '') return schemaOf(labelled(labelsOfMain(scope)), undefined)
  const { fields, listed } = fieldsInPrompt(prompt)
  if (fields.length > 0) return schemaOf(fields, listed)
  return listed === undefined
    ? schemaOf(labelled(labelsOfPage(scope)), listed)
    : schemaOf(labelled(labelsOfListing(scope, new Naming({ name: listed }))), listed)
}

/** The same without a page; undefined where the request names nothing and only a page can tell what there is. */
export function schemaInPrompt(prompt: string): JsonSchema | undefined {
  const { fields, listed } = fieldsInPrompt(prompt)
  return fields.length === 0 ? undefined : schemaOf(fields, listed)
}

function schemaOf(fields: readonly PromptField[], listed: string | undefined): JsonSchema {
  if (listed === undefined) return objectOf(fields)
  return {
    type: 'object',
    properties: { [keyOf(listed)]: { type: 'array', description: listed, items: objectOf(fields) } },
  }
}

function labelled(labels: readonly string[]): PromptField[] {
  return labels.map((label) => ({ key: keyOf(label), words: label })).filter(({ key }) => key !== '')
}

/** Addresses are told by their names; everything else is the text that the page shows. */
function objectOf(fields: readonly PromptField[]): JsonSchema {
  const properties = fields.map(({ key, words, question }): [string, JsonSchema] => {
    if (question)
      return [
        key,
        { type: question.kind === 'amount' ? 'number' : 'string', description: describe(question) },
      ]
    const isAddress = new Naming({ name: key }).endsIn('url', 'image')
    return [key, { type: 'string', description: words, ...(isAddress && { format: 'uri' }) }]
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const MOST_LABELS = 40
const LONGEST_LABEL = 50

function labelsOfPage(scope: Scope): string[] {
  const main = scope.items.find((item) => !isSecondary(item))
  const properties = main
    ? [...main.properties]
        .filter(([name, values]) => !name.startsWith('@') && !isItem(values[0]!))
        .map(([name]) => name)
    : []
  return distinct([...properties, ...labelledIn(scope.pool).map(({ label }) => label)])
}

function labelsOfMain(scope: Scope): string[] {
  const labels = labelsOfPage(scope)
  const isNamed = labels.some((label) => /^(?:name|headline|title)$/i.test(label))
  return distinct([...(isNamed ? [] : ['title']), ...labels, ...GENERAL])
}

const GENERAL = ['description', 'author', 'date', 'image']

/** What the records of a list have, by the heads of a table or the names of properties, else what such records mostly have. */
function labelsOfListing(scope: Scope, naming: Naming): string[] {
  const named = scope.sheets().filter(({ kind }) => kind !== 'group')
  const best = named.toSorted(
    (one, other) => titleLikeness(other.titles, naming) - titleLikeness(one.titles, naming),
  )[0]
  const labels = best?.columns.map(({ labels: said }) => said[0] ?? '') ?? []
  const isCalledSo = best !== undefined && titleLikeness(best.titles, naming) > 0.5
  return isCalledSo || (labels.length > 1 && scope.groups().length < 3)
    ? distinct(labels)
    : ['name', 'price', 'date', 'description', 'url', 'image']
}

function titleLikeness(titles: readonly string[], naming: Naming): number {
  return Math.max(0, ...titles.map((title) => naming.likenessTo(title)))
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)]
    .filter((label) => label !== '' && label.length <= LONGEST_LABEL)
    .slice(0, MOST_LABELS)
}

const LONGEST = 4000

/**
 * What a request in words adds to what a schema wishes for: words for the fields that it names, and how many of a list it
 * wants. It takes nothing away from the schema, and what is not plain is left aside.
 */
export function applyPrompt(schemaField: SchemaField, prompt: string): SchemaField {
  const said = prompt.slice(0, LONGEST).normalize('NFC')
  if (said.trim() === '') return schemaField
  const words = wordsFor(namesIn(schemaField), said)
  return withLimit(words.size === 0 ? schemaField : withDescriptions(schemaField, words), said)
}

function namesIn(schemaField: SchemaField): Set<string> {
  if (schemaField.kind === 'list') return namesIn(schemaField.item)
  if (schemaField.kind === 'scalar') return new Set()
  const names = schemaField.properties.map(({ name, schemaField: inner }) =>
    inner.kind === 'scalar' ? [name] : [...namesIn(inner)],
  )
  return new Set(names.flat())
}

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

function withDescriptions(schemaField: SchemaField, words: ReadonlyMap<string, string>): SchemaField {
  if (schemaField.kind === 'list') return { ...schemaField, item: withDescriptions(schemaField.item, words) }
  if (schemaField.kind === 'scalar') return schemaField
  const properties = schemaField.properties.map((property) => {
    const { name, schemaField: inner } = property
    if (inner.kind !== 'scalar') return { ...property, schemaField: withDescriptions(inner, words) }
    const more = words.get(name)
    if (more === undefined) return property
    return {
      ...property,
      schemaField: { ...inner, words: [inner.words, more].filter((text) => text !== '').join('. ') },
    }
  })
  return { ...schemaField, properties }
}

const COUNTS = 'two three four five six seven eight nine ten'.split(' ')
const FIRST = new RegExp(
  `(?<!\\p{L})(?:first|ersten|primeros|primeras|primi|prime|eerste)\\s+(\\d{1,4}|${COUNTS.join('|')})\\s+(\\p{L}+)(\\s\\p{L}+)?`,
  'giu',
)
const ASKS =
  /^(?:.*(?<!\p{L})(?:get|list|extract|return|give|show|extrahiere|gib|zeige|liste|dame|extrae|estrai|geef))?(?:\s*(?<!\p{L})(?:me|us|mir|uns|only|just|nur|the|die|los|las|i|le|de))*\s*$/iu
const ENDS =
  /^\s*(?:$|[,:)]|(?:with|and|including|mit|und|con|y|met|en)(?!\p{L})|(?:of|from|on|in)\s+(?:the|this)\s+(?:page|site|website|list|table)(?!\p{L}))/iu
/** What may turn the meaning of a sentence, or wants others as well. */
const NEGATES =
  /(?<!\p{L})(?:(?:skip|ignor|omit|exclud|except|drop|remov|discard|überspring|auslass)\p{L}*|after|beyond|lea(?:ve|ving)|nach|all|every|each|last|rest|others?)(?!\p{L})/iu
const ANY = /^(?:items?|results?|entry|entries|records?)$/i
const LIKE_ENOUGH = 0.6

function withLimit(schemaField: SchemaField, prompt: string): SchemaField {
  const [first, ...more] = prompt.matchAll(FIRST)
  if (!first || more.length > 0) return schemaField
  const [whole, count, noun, next = ''] = first
  const before = prompt
    .slice(0, first.index)
    .split(/[.!?\n]/)
    .at(-1)!
  const [after = ''] = prompt.slice(first.index + whole.length).split(/[.!?\n]/, 1)
  const sentence = before + whole + after
  if (!ASKS.test(before) || NEGATES.test(sentence) || DENIES.test(sentence)) return schemaField
  const nouns = [ENDS.test(next + after) ? [noun!] : [], ENDS.test(after) ? [noun! + next] : []].flat()
  const name = listCalled(nouns, schemaField)
  const word = COUNTS.indexOf(count!.toLowerCase())
  const most = word < 0 ? Number(count) : word + 2
  if (name === undefined || most === 0) return schemaField
  if (schemaField.kind === 'list') return cut(schemaField, most)
  if (schemaField.kind === 'scalar') return schemaField
  const properties = schemaField.properties.map((property) =>
    property.name === name && property.schemaField.kind === 'list'
      ? { ...property, schemaField: cut(property.schemaField, most) }
      : property,
  )
  return { ...schemaField, properties }
}

function listCalled(nouns: readonly string[], schemaField: SchemaField): string | undefined {
  const lists = schemaField.kind === 'list' ? [''] : listNames(schemaField)
  const called = lists.filter((name) => isCalled(name, nouns))
  if (called.length > 0) return called.length === 1 ? called[0] : undefined
  return lists.length === 1 && nouns.some((noun) => ANY.test(noun)) ? lists[0] : undefined
}

function listNames(schemaField: SchemaField): string[] {
  if (schemaField.kind !== 'object') return []
  return schemaField.properties
    .filter((property) => property.schemaField.kind === 'list')
    .map(({ name }) => name)
}

function isCalled(list: string, nouns: readonly string[]): boolean {
  const naming = new Naming({ name: list })
  return nouns.some((noun) => naming.likenessTo(noun) >= LIKE_ENOUGH)
}

/** The schema decides how many there must be. */
function cut(list: ListField, most: number): ListField {
  return most < list.least ? list : { ...list, most: Math.min(list.most, most) }
}
