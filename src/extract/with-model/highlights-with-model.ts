import { sumOfUsage } from '../../llm/llm.ts'
import type { Model } from '../../llm/llm.ts'
import type { Material, ModelAnswer } from './material.ts'
import { prepareReading, withRoom } from './reading.ts'
import { readParts } from './read-parts.ts'
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
  return withRoom(model, (room) => highlightsInRoom({ model, material, room }, query, embedded, signal))
}

async function highlightsInRoom(
  { model, material, room }: { model: Model; material: Material; room: number },
  query: string,
  embedded: { highlights?: readonly string[] },
  signal: AbortSignal,
): Promise<ModelAnswer<string[]>> {
  const { parts, isNarrowed, words, warnings } = prepareReading(material, {
    narrows: true,
    room,
    about: query,
    candidates: embedded.highlights?.join('\n') ?? '',
  })
  const answers = await readParts(
    isNarrowed ? parts.slice(0, 1) : parts,
    ({ rule, prompt }, _, over) =>
      model.answerJson(
        { system: systemOf(rule, query), prompt, schema: SCHEMA, name: 'highlights', temperature: 0 },
        over,
      ),
    signal,
  )
  const said = answers.flatMap(({ value }) => sentencesIn(value))
  const found = said.map((sentence) => words.find(sentence)).filter((sentence) => sentence !== undefined)
  const dropped = said.length - found.length
  return {
    value: [...new Set(found)].slice(0, MOST_HIGHLIGHTS),
    warnings: [
      ...warnings,
      ...(dropped === 0
        ? []
        : [`${dropped} of the model's ${said.length} sentences do not stand on the page and were left out.`]),
    ],
    usage: sumOfUsage(...answers.map(({ usage }) => usage)),
    unsupported: [],
  }
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
