import { isDeepStrictEqual } from 'node:util'
import type { Expectation } from './flow.ts'

/** How a site is after a trial. */
export interface Afterwards {
  sent: readonly { path: string; body: unknown }[]
  at: string
  text: string
  state: Record<string, unknown>
  /** Undefined where they cannot be seen. */
  downloads: readonly string[] | undefined
  /** Undefined where nobody was asked to say anything. */
  output: string | undefined
}

/** What is not as it must be; nothing when the trial is solved. */
export function faultsOf(expected: Expectation, now: Afterwards): string[] {
  return [
    ...sentFaults(expected.sent ?? [], now.sent),
    ...(expected.at === undefined || expected.at === now.at ? [] : [`at ${now.at}, not ${expected.at}`]),
    ...(expected.shows ?? [])
      .filter((text) => !readable(now.text).includes(readable(text)))
      .map((text) => `does not show ${text}`),
    ...(expected.hides ?? [])
      .filter((text) => readable(now.text).includes(readable(text)))
      .map((text) => `still shows ${text}`),
    ...Object.entries(expected.state ?? {})
      .filter(([expression, value]) => !isDeepStrictEqual(now.state[expression], value))
      .map(([expression]) => `${expression} is ${JSON.stringify(now.state[expression])}`),
    ...(expected.downloads ?? [])
      .filter((name) => now.downloads?.includes(name) === false)
      .map((name) => `${name} was not downloaded`),
    ...(now.output === undefined ? [] : outputFaults(expected.output ?? [], now.output)),
  ]
}

function sentFaults(expected: NonNullable<Expectation['sent']>, sent: Afterwards['sent']): string[] {
  const isAsExpected =
    expected.length === sent.length &&
    expected.every(({ path, body = {} }, index) => {
      const given = sent[index]!
      return path === given.path && has(given.body, body)
    })
  return isAsExpected ? [] : [`sent ${JSON.stringify(sent)}, not ${JSON.stringify(expected)}`]
}

function has(given: unknown, fields: Record<string, unknown>): boolean {
  return Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual((given as Record<string, unknown> | undefined)?.[name], value),
  )
}

function outputFaults(expected: NonNullable<Expectation['output']>, output: string): string[] {
  return expected
    .filter((part) =>
      typeof part === 'string' ? !readable(output).includes(readable(part)) : !part.test(output),
    )
    .map((part) => `output ${JSON.stringify(output)} lacks ${String(part)}`)
}

function readable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').toLowerCase()
}
