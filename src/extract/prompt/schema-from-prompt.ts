import type { Scope } from '../compose/scope.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Naming } from '../schema/naming.ts'
import { fieldsInPrompt, keyOf } from './fields-in-prompt.ts'
import type { PromptField } from './fields-in-prompt.ts'
import { describe } from './question.ts'
import { isAside, isItem } from '../compose/item-sheets.ts'
import { labelledIn } from '../compose/fill-list.ts'

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

/** What a page itself says it has: the properties of what it describes for machines, and its labels. */
function labelsOfPage(scope: Scope): string[] {
  const main = scope.items.find((item) => !isAside(item))
  const properties = main
    ? [...main.properties]
        .filter(([name, values]) => !name.startsWith('@') && !isItem(values[0]!))
        .map(([name]) => name)
    : []
  return distinct([...properties, ...labelledIn(scope.pool).map(({ label }) => label)])
}

/** What the main entity of a page has: what the page says it has, and what pages mostly have. */
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
