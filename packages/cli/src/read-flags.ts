import { parseArgs } from 'node:util'
import { UsageError } from './exit-codes.ts'
import type { Flag, Flags, FlagValues } from './flag.ts'
import { nearest } from './nearest.ts'

export interface ParsedFlags<Known extends Flags> {
  flags: FlagValues<Known>
  words: string[]
}

/** Reads the words and options of a command line; what is not known is refused with the nearest that is. */
export function readFlags<Known extends Flags>(args: readonly string[], known: Known): ParsedFlags<Known> {
  const flags: Record<string, boolean | string | number | string[] | undefined> = {}
  for (const [name, { kind }] of Object.entries(known)) flags[name] = kind === 'switch' ? false : undefined
  const words: string[] = []
  for (const token of tokensOf(args, known)) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const flag = known[token.name]
    if (!flag) throw unknownOption(token.rawName, known)
    const value = valueOf(token, flag)
    const earlier = flags[token.name]
    flags[token.name] = Array.isArray(earlier) && Array.isArray(value) ? [...earlier, ...value] : value
  }
  return { flags: flags as FlagValues<Known>, words }
}

/** Where the first word that belongs to no option stands. */
export function firstWord(
  args: readonly string[],
  known: Flags,
): { word: string; index: number } | undefined {
  const token = tokensOf(args, known).find(({ kind }) => kind === 'positional')
  return token?.kind === 'positional' ? { word: token.value, index: token.index } : undefined
}

function tokensOf(args: readonly string[], known: Flags) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { kind, short }]) => [
      name,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  )
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens
}

interface OptionToken {
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function valueOf({ rawName, value, inlineValue }: OptionToken, flag: Flag) {
  if (flag.kind === 'switch') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    return true
  }
  if (value === undefined || (!inlineValue && /^-[^\d]/.test(value)))
    throw new UsageError(`${rawName} needs a value: ${rawName} <${flag.takes}>`)
  if (flag.kind === 'number') return numberOf(rawName, value, flag)
  if (flag.kind === 'text') {
    checkChoice(rawName, value, flag.choices)
    return value
  }
  if (flag.whole) return [value]
  const list = value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  for (const one of list) checkChoice(rawName, one, flag.choices)
  return list
}

function numberOf(name: string, text: string, { min = 0, max = Infinity }: { min?: number; max?: number }) {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number) && number >= min && number <= max) return number
  const range = max === Infinity ? `a number of at least ${min}` : `a number from ${min} to ${max}`
  throw new UsageError(`${name} takes ${range}, not "${text}".`)
}

function checkChoice(name: string, value: string, choices: readonly string[] | undefined): void {
  if (!choices || choices.includes(value)) return
  const meant = nearest(value, choices)
  throw new UsageError(
    `${name} does not take "${value}".`,
    meant ? `Did you mean ${meant}?` : `It takes ${choices.join(', ')}.`,
  )
}

function unknownOption(rawName: string, known: Flags): UsageError {
  const meant = nearest(
    rawName,
    Object.keys(known).map((name) => `--${name}`),
  )
  return new UsageError(`There is no option ${rawName}.`, meant && `Did you mean ${meant}?`)
}
