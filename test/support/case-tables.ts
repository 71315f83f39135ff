import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { Fault, type FaultCode } from '../../src/fault.ts'
import type { ValidationIssue } from '../../src/contract/validation-issue.ts'
import { validate } from '../../src/contract/validate.ts'

/**
 * Tests that each input is accepted, and how it is parsed; fields that a case does not name may have any
 * value.
 */
export function accepts(schema: z.ZodType, cases: Record<string, { given: unknown; gives: unknown }>): void {
  for (const [name, { given, gives }] of Object.entries(cases)) {
    test(`accepts ${name}`, () => {
      assert.deepEqual(narrowed(validate(schema, given), gives), gives)
    })
  }
}

/** The parsed value, without the fields that a case does not name; lists stay whole. */
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

/** Tests that each input is rejected, with the expected field and message. */
export function refuses(
  schema: z.ZodType,
  cases: Record<string, { given: unknown; at: string; says: string; code?: FaultCode }>,
): void {
  for (const [name, { given, at, says, code = 'BAD_REQUEST' }] of Object.entries(cases)) {
    test(`rejects ${name}`, () => {
      const fault = faultOf(() => validate(schema, given))
      assert.equal(fault.code, code)
      const issues = fault.details as ValidationIssue[]
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
