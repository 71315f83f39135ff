import type { Scope } from '../compose/scope.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Naming } from '../schema/naming.ts'
import { fieldsInPrompt } from './fields-in-prompt.ts'
import type { PromptField } from './fields-in-prompt.ts'
import { keyOf } from './key-of.ts'
import { describe } from './question.ts'
import { labelsOfListing, labelsOfMain, labelsOfPage } from './page-labels.ts'

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
