import type { z } from 'zod'
import { oneOf } from './complaint.ts'

/**
 * Says what a field takes, so that `<field> <phrase>` is a sentence for a stranger. Schemas with a rule of their own
 * bring their own phrase, in the same form.
 */
export function phrase(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${noun(issue.expected)}`
    case 'invalid_value':
      return `${issue.input === undefined ? 'is required:' : 'must be'} ${oneOf(issue.values)}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `${typeOf(issue) === undefined ? 'is required:' : 'must be'} ${oneOf(issue.options)}`
        : 'has an unsupported form'
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong form'
    default:
      return undefined
  }
}

const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  email: 'must be an e-mail address',
  guid: 'must be a UUID',
  datetime: 'must be a date and time such as 2026-01-31T12:00:00Z',
}

function noun(expected: string): string {
  return NOUNS[expected] ?? `a ${expected}`
}

/** The value that says which kind of object it is. */
export function typeOf({ discriminator, input }: { discriminator?: unknown; input?: unknown }): unknown {
  return (input as Record<string, unknown> | null | undefined)?.[String(discriminator)]
}

type Size = { origin: string; inclusive?: boolean }

function tooSmall({ origin, minimum, inclusive }: Size & { minimum: unknown }): string {
  if (origin === 'number' || origin === 'int')
    return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`
  if (minimum === 1) return 'must not be empty'
  return `must have at least ${minimum} ${units(origin)}`
}

function tooBig({ origin, maximum, inclusive }: Size & { maximum: unknown }): string {
  if (origin === 'number' || origin === 'int')
    return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`
  return `must have at most ${maximum} ${units(origin)}`
}

function units(origin: string): string {
  return origin === 'string' ? 'characters' : 'items'
}
