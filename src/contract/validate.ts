import type { z } from 'zod'
import { Fault, type FaultCode } from '../fault.ts'
import { phrase } from './phrase.ts'

/** One thing that is wrong with a request; `message` names the field, because clients print it without the path. */
export interface Complaint {
  path: (string | number)[]
  message: string
}

/** Reads what a caller sent: gives it back with every default filled, or fails naming each field and what it takes. */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: phrase })
  if (result.success) return result.data
  throw toFault(result.error.issues)
}

/** An issue that is answered with a code of its own instead of `BAD_REQUEST`. Its message is a whole sentence. */
export function refusal(code: FaultCode, path: (string | number)[], message: string) {
  return { code: 'custom' as const, path, message, params: { fault: code } }
}

function toFault(issues: z.core.$ZodIssue[]): Fault {
  const refused = issues.filter((issue) => faultOf(issue) !== undefined)
  if (refused[0]) {
    return new Fault(faultOf(refused[0])!, refused[0].message, { details: refused.map(quote) })
  }
  const details = issues.flatMap(describe)
  const others = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : ''
  return new Fault('BAD_REQUEST', `Bad Request: ${details[0]?.message}${others}`, { details })
}

function faultOf(issue: z.core.$ZodIssue): FaultCode | undefined {
  return issue.code === 'custom' ? (issue.params?.['fault'] as FaultCode | undefined) : undefined
}

function quote(issue: z.core.$ZodIssue): Complaint {
  return { path: toPath(issue.path), message: issue.message }
}

function describe(issue: z.core.$ZodIssue): Complaint[] {
  const path = toPath(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `${fieldName([...path, key])} is not a field that is known here`,
    }))
  }
  return [{ path, message: `${fieldName(path)} ${issue.message}` }]
}

function toPath(path: PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)))
}

function fieldName(path: (string | number)[]): string {
  if (path.length === 0) return 'The body'
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`
    return name === '' ? step : `${name}.${step}`
  }, '')
}
