import { sumOfUsage } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import { prepareReading, readParts, withRoom } from './reading.ts'
import type { Material, ModelAnswer } from './reading.ts'
import { isObject } from './schema-part.ts'

const MOST_HIGHLIGHTS = 50

const SCHEMA = {
  type: 'object',
  properties: {
    highlights: {
      type: 'array',
      items: { type: 'string' },
      description: 'Whole sentences of the page, letter by letter, the most important first.',
    },
  },
  required: ['highlights'],
  additionalProperties: false,
}

/** The sentences of a page that matter for a query. Only what stands on the page survives, as it stands there. */
export function highlightsWithModel(
  model: Model,
  material: Material,
  query: string,
  embedded: { highlights?: readonly string[] },
  signal: AbortSignal,
): Promise<ModelAnswer<string[]>> {
  return withRoom(model, async (room) => {
    const candidates = embedded.highlights?.join('\n') ?? ''
    const reading = prepareReading(material, { narrows: true, room, about: query, candidates })
    const answers = await readParts(
      reading,
      ({ rule, prompt }, over) => {
        const system = systemOf(rule, query)
        return model.answerJson({ system, prompt, schema: SCHEMA, name: 'highlights', temperature: 0 }, over)
      },
      signal,
    )
    const said = answers.flatMap(({ value }) => sentencesIn(value))
    const found = said.map((sentence) => reading.words.find(sentence)).filter((one) => one !== undefined)
    const dropped = said.length - found.length
    const left = `${dropped} of the model's ${said.length} sentences do not stand on the page and were left out.`
    return {
      value: [...new Set(found)].slice(0, MOST_HIGHLIGHTS),
      warnings: [...reading.warnings, ...(dropped === 0 ? [] : [left])],
      usage: sumOfUsage(...answers.map(({ usage }) => usage)),
      unsupported: [],
    }
  })
}

function sentencesIn(value: unknown): string[] {
  const { highlights } = isObject(value) ? value : {}
  return Array.isArray(highlights)
    ? highlights.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    : []
}

function systemOf(rule: string, query: string): string {
  return `You find the sentences of a web page that matter for a query.

${rule}

Rules:
- Copy whole sentences, or whole entries of lists and rows of tables, letter by letter. Change, shorten and join nothing.
- The most important first, no sentence twice, at most ten. None when none matters.
- There may be candidates that a program found. Use those that matter.

The query:
${query}`
}
