import { parseArgs } from 'node:util'
import { Fault } from '../fault.ts'
import { createLog } from '../log.ts'
import { openAlongsideService, restoreStore } from '../store/store.ts'
import type { StoreSettings } from '../store/store.ts'
import { COMMANDS } from './commands.ts'
import type { Command } from './command.ts'

/**
 * The operator's commands. They use the database directly, with or without a running service: access to the
 * data directory or DATABASE_URL makes the operator.
 */
export async function runAdmin(
  words: readonly string[],
  settings: () => StoreSettings,
  out: { write(text: string): unknown },
): Promise<number> {
  if (words.length === 0 || words.includes('--help') || words.includes('-h') || words[0] === 'help') {
    out.write(help(words))
    return words.length === 0 ? 2 : 0
  }
  const command = COMMANDS.find(({ words: own }) => own.every((word, place) => words[place] === word))
  if (command === undefined)
    throw new Fault('BAD_REQUEST', `Unknown command 'admin ${words.join(' ')}'.\n\n${help([])}`)
  const { values, positionals } = parseArguments(command, words)
  const result = await run(command, { values, positionals }, settings())
  out.write(values.json === true ? `${JSON.stringify(result)}\n` : formatResult(result))
  return 0
}

async function run(command: Command, args: ParsedArguments, settings: StoreSettings): Promise<unknown> {
  const log = createLog('warn', false)
  if (command.restores) {
    await restoreStore(settings, args.positionals[0]!, log)
    return { restored: args.positionals[0] }
  }
  await using store = await openAlongsideService(settings, log)
  return await command.run(store, args)
}

interface ParsedArguments {
  values: Record<string, string | boolean | undefined>
  positionals: string[]
}

function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const { arguments: names = [], options: declared = {}, required = [] } = command
  const options = {
    json: { type: 'boolean' as const },
    ...Object.fromEntries(Object.keys(declared).map((name) => [name, { type: 'string' as const }])),
  }
  try {
    const { values, positionals } = parseArgs({
      args: words.slice(command.words.length),
      options,
      allowPositionals: true,
      strict: true,
    })
    const missing = names.slice(positionals.length)
    if (missing.length > 0) throw new Error(`Missing argument: ${missing.join(' and ')}.`)
    if (positionals.length > names.length) throw new Error(`Unexpected argument '${positionals.at(-1)}'.`)
    const unset = required.filter((name) => (values as ParsedArguments['values'])[name] === undefined)
    if (unset.length > 0)
      throw new Error(`Missing option: ${unset.map((name) => `--${name}`).join(' and ')}.`)
    return { values: values as ParsedArguments['values'], positionals }
  } catch (cause) {
    throw new Fault('BAD_REQUEST', `${(cause as Error).message}\n\nUsage: ${usage(command)}`, { cause })
  }
}

function help(words: readonly string[]): string {
  const asked = words.filter((word) => !word.startsWith('-') && word !== 'help')
  const matching = COMMANDS.filter(({ words: own }) => asked.every((word, place) => own[place] === word))
  const shown = matching.length > 0 ? matching : COMMANDS
  const lines = shown.flatMap((command) => [
    `  ${usage(command)}`,
    `      ${command.summary}`,
    ...Object.entries(command.options ?? {}).map(([name, meaning]) => `      --${name}  ${meaning}`),
  ])
  return `Administration. Works with or without a running service; --json prints the result as JSON.\n\n${lines.join('\n')}\n`
}

function usage({ words, arguments: names = [], options = {}, required = [] }: Command): string {
  const flags = Object.keys(options).map((name) =>
    required.includes(name) ? `--${name} …` : `[--${name} …]`,
  )
  return ['npm run winnow -- admin', ...words, ...names.map((name) => `<${name}>`), ...flags].join(' ')
}

/** Formats objects as lines of `name: value`, and lists with a blank line between items. */
function formatResult(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? 'none\n' : result.map(formatResult).join('\n')
  const entries = Object.entries(result as Record<string, unknown>)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${formatValue(value)}\n`).join('')
}

function formatValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
