import type { z } from 'zod'
import { Fault, type FaultCode } from '../fault.ts'
import { complain, MAX_COMPLAINTS, quote } from './complaint.ts'
import type { Complaint } from './complaint.ts'
import { phrase } from './phrase.ts'
import { findUnstorable } from './unstorable.ts'

/** Reads what a caller sent: gives it back with every default filled, or fails naming each field and what it takes. */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const unstorable = findUnstorable(input).map((found) => complain(found.path, found.phrase))
  if (unstorable.length > 0) throw badRequest(unstorable, unstorable.length)
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
    const details = refused.slice(0, MAX_COMPLAINTS).map(({ path, message }) => quote(path, message))
    return new Fault(faultOf(refused[0])!, details[0]!.message, { details })
  }
  const details = issues.slice(0, MAX_COMPLAINTS).flatMap(describe).slice(0, MAX_COMPLAINTS)
  return badRequest(
    details,
    issues.reduce((count, issue) => count + complaintsIn(issue), 0),
  )
}

function badRequest(details: Complaint[], count: number): Fault {
  const listed = count > details.length ? `the first ${details.length} in details` : 'see details'
  const others = count > 1 ? ` (and ${count - 1} more, ${listed})` : ''
  return new Fault('BAD_REQUEST', `Bad Request: ${details[0]?.message}${others}`, { details })
}

function faultOf(issue: z.core.$ZodIssue): FaultCode | undefined {
  return issue.code === 'custom' ? (issue.params?.['fault'] as FaultCode | undefined) : undefined
}

function complaintsIn(issue: z.core.$ZodIssue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1
}

/** One issue stands for all unknown fields of an object. */
function describe({ path, ...issue }: z.core.$ZodIssue): Complaint[] {
  if (issue.code !== 'unrecognized_keys') return [complain(path, issue.message)]
  return issue.keys
    .slice(0, MAX_COMPLAINTS)
    .map((key) => complain([...path, key], 'is not a field that is known here'))
}
