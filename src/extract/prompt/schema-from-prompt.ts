import type { Scope } from '../records/scope.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { Naming } from '../schema/naming.ts'
import { fieldsInPrompt } from './fields-in-prompt.ts'
import type { PromptField } from './fields-in-prompt.ts'
import { keyOf } from './key-of.ts'
import { labelsOfListing, labelsOfPage } from './page-labels.ts'

/** What a request in words asks for, as a schema: the things it names, or where it names none, those that the page does. */
export function schemaFromPrompt(prompt: string, scope: Scope): JsonSchema {
  const { fields, listed } = fieldsInPrompt(prompt)
  if (listed === undefined)
    return objectOf(fields.length > 0 || prompt.trim() === '' ? fields : labelled(labelsOfPage(scope)))
  const wanted = fields.length > 0 ? fields : labelled(labelsOfListing(scope, new Naming({ name: listed })))
  return {
    type: 'object',
    properties: { [keyOf(listed)]: { type: 'array', description: listed, items: objectOf(wanted) } },
  }
}

function labelled(labels: readonly string[]): PromptField[] {
  return labels.map((label) => ({ key: keyOf(label), words: label })).filter(({ key }) => key !== '')
}

/** Addresses are told by their names; everything else is the text that the page shows. */
function objectOf(fields: readonly PromptField[]): JsonSchema {
  const properties = fields.map(({ key, words }): [string, JsonSchema] => {
    const isAddress = new Naming({ name: key }).endsIn('url', 'image')
    return [key, { type: 'string', description: words, ...(isAddress && { format: 'uri' }) }]
  })
  return { type: 'object', properties: Object.fromEntries(properties) }
}
