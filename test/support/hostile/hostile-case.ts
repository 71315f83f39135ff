import assert from 'node:assert/strict'
import { FAULTS } from '../../../src/fault.ts'
import type { FaultCode } from '../../../src/fault.ts'

/**
 * One misbehaviour of a target, and the required reaction of the service. `World` is the state that the area
 * has started.
 */
export interface HostileCase<World> {
  id: string
  url(world: World): string
  /** Options of the scrape besides its URL and timeout. */
  request?: Record<string, unknown> | ((world: World) => Record<string, unknown>)
  /** Time limit of the request; by default two seconds, or the usual limit for quick cases. */
  timeoutMs?: number
  outcome: Outcome
  /** Checks the requests that the target received. Runs after an ordinary page was scraped. */
  afterwards?(world: World, answer: Answer): void | Promise<void>
  /** The maximum growth of the process memory during the request. */
  maxGrowthMiB?: number
  /** Ends within a second and needs no browser: part of the ordinary tests. */
  isQuick?: boolean
}

/** All cases of one kind. */
export interface Area<World extends AsyncDisposable> {
  name: string
  /** Starts the servers of the cases. */
  open(): Promise<World>
  /** Whether the ordinary page afterwards is also fetched with the browser. */
  usesBrowser?: boolean
  cases: readonly HostileCase<World>[]
}

/** The response of the service. */
export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the cases are what checks the shape of answers.
  body: any
}

/** Throws when a response is wrong. */
export type Outcome = (answer: Answer) => void

/** One of these failures, with its status. */
export function fails(...codes: FaultCode[]): Outcome {
  return ({ status, body }) => {
    assert.equal(body.success, false, `expected ${codes.join(' or ')}, got ${shown(body)}`)
    assert.ok(codes.includes(body.code), `expected ${codes.join(' or ')}, got ${shown(body)}`)
    assert.equal(status, FAULTS[body.code as FaultCode].status)
    assert.ok(body.error.length > 0)
  }
}

/** A document with content, or with a warning that says why there is none. */
export function gives(wanted: { markdown?: RegExp; warning?: RegExp; statusCode?: number } = {}): Outcome {
  return ({ status, body }) => {
    assert.equal(status, 200, shown(body))
    assert.equal(body.success, true, shown(body))
    const { markdown, warning, metadata } = body.data
    if (wanted.markdown) assert.match(markdown, wanted.markdown)
    if (wanted.warning) assert.match(warning ?? '', wanted.warning)
    if (wanted.statusCode) assert.equal(metadata.statusCode, wanted.statusCode)
    assert.ok(markdown !== '' || warning !== undefined, 'an empty document says why')
  }
}

/** The first matching outcome; if none matches, the error is that of the last one. */
export function either(...outcomes: [Outcome, ...Outcome[]]): Outcome {
  return (answer) => {
    const failures = outcomes.map((outcome) => failureOf(outcome, answer))
    if (failures.every((failure) => failure !== undefined)) throw failures.at(-1)
  }
}

/** All of these at once. */
export function both(...outcomes: Outcome[]): Outcome {
  return (answer) => outcomes.forEach((outcome) => outcome(answer))
}

function failureOf(outcome: Outcome, answer: Answer): unknown {
  try {
    outcome(answer)
    return undefined
  } catch (failure) {
    return failure
  }
}

function shown(body: unknown): string {
  return JSON.stringify(body).slice(0, 400)
}
