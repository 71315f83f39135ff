import { RemoteError } from '../remote.ts'

/** A call as a program sent it: of the right shape, with nothing read yet. */
export interface AskedCall {
  object: unknown
  chain: AskedStep[]
  method: string
  args: unknown[]
}

export interface AskedStep {
  method: string
  args: unknown[]
}

const MAX_STEPS = 100
const MAX_ARGS = 10

/** The shape of a call; what is no call is refused. */
export function readCall(question: unknown): AskedCall {
  const { object, chain, method, args } = record(question)
  return { object, chain: readChain(chain), method: name(method), args: list(args, MAX_ARGS) }
}

/** How a locator is found, step by step. */
export function readChain(chain: unknown): AskedStep[] {
  return list(chain, MAX_STEPS).map((step) => {
    const { method, args } = record(step)
    return { method: name(method), args: list(args, MAX_ARGS) }
  })
}

function record(value: unknown): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw noCall()
  return value as Record<string, unknown>
}

function name(value: unknown): string {
  if (typeof value !== 'string' || value.length > 100) throw noCall()
  return value
}

function list(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw noCall()
  return value
}

function noCall(): RemoteError {
  return new RemoteError('This is no call, or one with too many steps or arguments.', 'TypeError')
}
