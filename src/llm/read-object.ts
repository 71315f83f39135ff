import { Fault } from '../fault.ts'
import { tryParseJson } from '../language/try-parse-json.ts'
import { parseTolerantJson } from './tolerant-json.ts'

/** Prose before the object may hold braces of its own; text that holds nothing but braces is not worth more tries. */
const MOST_TRIES = 20

interface ParsedObject {
  value: object
  isComplete: boolean
}

/**
 * The first JSON object in what a model said, which may think aloud before it and wrap it in a fence. When there is none,
 * the first thing that was meant as one.
 */
export function readObject(text: string): ParsedObject {
  const response = text.slice(text.lastIndexOf('</think>') + 1)
  const found = firstObject(response) ?? firstTolerantObject(response)
  if (found !== undefined) return found
  throw new Fault('UNAVAILABLE', 'The model gave an answer without a JSON object in it.')
}

function firstObject(said: string): ParsedObject | undefined {
  let from = said.indexOf('{')
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const end = endOfObject(said, from)
    const found = end === undefined ? undefined : parsed(said.slice(from, end))
    if (found !== undefined) return { value: found, isComplete: true }
    from = said.indexOf('{', end ?? from + 1)
  }
  return undefined
}

/** An object without a single value says nothing: it is more probably a pair of braces. */
function firstTolerantObject(said: string): ParsedObject | undefined {
  let from = said.indexOf('{')
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const { value, isComplete = true } = parseTolerantJson(said, from) ?? {}
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
      return { value, isComplete }
    from = said.indexOf('{', from + 1)
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

/** Nothing that is asked for goes so deep, and whoever walks through it would run out of stack. */
const MOST_DEPTH = 200

function isDeep(value: object): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return level.length > 0
}
