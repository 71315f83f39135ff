import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { Fault, type FaultCode } from '../../src/fault.ts'
import type { Complaint } from '../../src/contract/complaint.ts'
import { validate } from '../../src/contract/validate.ts'

/** Tests that each input is taken, and what is then known; fields that a case does not name may be anything. */
export function accepts(schema: z.ZodType, cases: Record<string, { given: unknown; gives: unknown }>): void {
  for (const [name, { given, gives }] of Object.entries(cases)) {
    test(`takes ${name}`, () => {
      assert.deepEqual(narrowed(validate(schema, given), gives), gives)
    })
  }
}

/** What was read, without the fields that a case does not name; lists stay whole. */
function narrowed(read: unknown, named: unknown): unknown {
  if (Array.isArray(read) && Array.isArray(named))
    return read.map((item, index) => narrowed(item, named[index]))
  if (!isObject(read) || !isObject(named) || Object.keys(named).length === 0) return read
  const kept = Object.keys(named).filter((name) => name in read)
  return Object.fromEntries(kept.map((name) => [name, narrowed(read[name], named[name])]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Tests that each input is refused, at which field, and in which words. */
export function refuses(
  schema: z.ZodType,
  cases: Record<string, { given: unknown; at: string; says: string; code?: FaultCode }>,
): void {
  for (const [name, { given, at, says, code = 'BAD_REQUEST' }] of Object.entries(cases)) {
    test(`refuses ${name}`, () => {
      const fault = faultOf(() => validate(schema, given))
      assert.equal(fault.code, code)
      const issues = fault.details as Complaint[]
      const issue = issues.find(({ path }) => path.join('.') === at)
      assert.ok(issue, `complains about ${issues.map(({ path }) => path.join('.')).join(' and ')}, not ${at}`)
      assert.ok(issue.message.includes(says), issue.message)
    })
  }
}

function faultOf(act: () => unknown): Fault {
  try {
    act()
  } catch (failure) {
    assert.ok(failure instanceof Fault, String(failure))
    return failure
  }
  throw new assert.AssertionError({ message: 'was taken' })
}
