import { Fault } from '../fault.ts'
import { tryParseJson } from '../language/try-parse-json.ts'
import { parseTolerantJson } from './tolerant-json.ts'

/** Prose before the object may contain braces. A text of nothing but braces is not worth more attempts. */
const MOST_TRIES = 20

interface ParsedObject {
  value: object
  isComplete: boolean
}

/**
 * Finds the first JSON object in a model's response. The response may start with thoughts and wrap the object
 * in a fence. If no object is valid JSON, the first one that can be repaired is returned.
 */
export function readObject(text: string): ParsedObject {
  const response = text.slice(text.lastIndexOf('</think>') + 1)
  const found = firstObject(response) ?? firstTolerantObject(response)
  if (found !== undefined) return found
  throw new Fault('UNAVAILABLE', "The model's response contains no JSON object.")
}

function firstObject(text: string): ParsedObject | undefined {
  let from = text.indexOf('{')
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const end = endOfObject(text, from)
    const found = end === undefined ? undefined : parsed(text.slice(from, end))
    if (found !== undefined) return { value: found, isComplete: true }
    from = text.indexOf('{', end ?? from + 1)
  }
  return undefined
}

/** Ignores an object without a value: it is probably a pair of braces in prose. */
function firstTolerantObject(text: string): ParsedObject | undefined {
  let from = text.indexOf('{')
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const { value, isComplete = true } = parseTolerantJson(text, from) ?? {}
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
      return { value, isComplete }
    from = text.indexOf('{', from + 1)
  }
  return undefined
}

function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parsed(text: string): object | undefined {
  const value = tryParseJson(text) as object | undefined
  return value === undefined || isDeep(value) ? undefined : value
}

/** No schema is this deep, and recursive readers would overflow the stack. */
const MOST_DEPTH = 200

function isDeep(value: object): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return level.length > 0
}
