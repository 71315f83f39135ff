import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { schemaInPrompt } from '../prompt/schema-from-prompt.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { wishOf } from '../schema/wish.ts'
import type { ObjectWish } from '../schema/wish.ts'
import { fieldsOf, listsOf } from '../schema/wished-field.ts'
import { Naming } from '../schema/naming.ts'
import { factsInProse } from './prose.ts'

/** What is asked of a passage, and what it says; nothing where it does not say it. */
interface Asked {
  language: string
  text: string
  line: string
  schema: JsonSchema
  prompt: string
  truth: string[]
}

const FLOORS = {
  passages: { precision: 0.99, recall: 0.98 },
  check: { precision: 0.96, recall: 0.92 },
}
const TYPES: Record<string, JsonSchema> = {
  date: { type: 'string', format: 'date' },
  'string[]': { type: 'array', items: { type: 'string' } },
}

describe('values in passages of many subjects and languages', () => {
  for (const [file, floor] of Object.entries(FLOORS)) {
    it(`are found and not made up: ${file}`, (test) => {
      const missed: string[] = []
      const wrong: string[] = []
      let right = 0
      let expected = 0
      for (const asked of read(file)) {
        const given = valuesOf(asked)
        const left = [...asked.truth]
        expected += left.length
        for (const value of given) {
          const at = left.findIndex((one) => isSame(value, one))
          if (at < 0) wrong.push(`${asked.line} GIVEN ${value}`)
          else {
            left.splice(at, 1)
            right++
          }
        }
        if (left.length > 0) missed.push(`${asked.line} GIVEN ${given.join('; ')}`)
      }
      const precision = right / (right + wrong.length)
      const recall = right / expected
      test.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${expected}`)
      const said = [...missed.map((one) => `missed ${one}`), ...wrong.map((one) => `wrong ${one}`)].join('\n')
      if (process.env['SHOW'] === file) console.log(said)
      assert.ok(precision >= floor.precision && recall >= floor.recall, said)
    })
  }
})

/** A passage stands behind its language; below it what is asked, in the form `name type "words" = truth` or `? question = truth`. */
function read(file: string): Asked[] {
  const source = readFileSync(new URL(`../../../test/pages/prose/${file}.txt`, import.meta.url), 'utf8')
  return source
    .trim()
    .split('\n\n')
    .flatMap((block) => {
      const [head = '', ...lines] = block.split('\n')
      const text = head.slice(4).replaceAll(' ¶ ', '\n\n')
      return lines.map((line) => ({ language: head.slice(0, 2), text, ...asked(line) }))
    })
}

function asked(line: string): Pick<Asked, 'line' | 'schema' | 'prompt' | 'truth'> {
  const [question = '', said = ''] = line.trim().split(/ =(?: |$)/)
  const truth = said === '' ? [] : said.split('; ')
  if (question.startsWith('? ')) {
    const prompt = question.slice(2)
    return { line, prompt, truth, schema: schemaInPrompt(prompt) ?? {} }
  }
  const [, name = '', type = '', words] = /^(\S+) (\S+)(?: "(.*)")?$/.exec(question) ?? []
  const schema = {
    ...((TYPES[type] as object | undefined) ?? { type }),
    ...(words && { description: words }),
  }
  return { line, prompt: '', truth, schema: { type: 'object', properties: { [name]: schema } } }
}

function valuesOf({ text, schema, prompt, language }: Asked): string[] {
  const wish = wishOf(schema) as ObjectWish
  if (wish.kind !== 'object') return []
  const single = fieldsOf(wish).map(({ name, naming, wish: wished }) => ({
    name,
    naming,
    wish: wished,
    isMany: false,
    hints: prompt,
  }))
  const many = listsOf(wish).flatMap(({ path, words, wish: { item } }) => {
    const name = path.at(-1)!
    return item.kind === 'scalar'
      ? [{ name, naming: new Naming({ name, words }), wish: item, isMany: true, hints: prompt }]
      : []
  })
  return factsInProse(text, [...single, ...many], language).flatMap(({ values }) => values.map(String))
}

function isSame(given: string, truth: string): boolean {
  return truth
    .split(' / ')
    .some(
      (one) =>
        plain(given) === plain(one) ||
        (/^\d/.test(given) && Number(given) === Number.parseFloat(one.replace(',', '.').replace(/^\D/, ''))),
    )
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|der|die|das|le|la|el|il) /, '')
    .replace(/[.,;]$/, '')
}
