import { Winnow } from '../../client/src/client.ts'
import type { Command, Input, Session } from './command.ts'
import { ALIASES, COMMANDS } from './commands.ts'
import { configFileIn, readSavedSettings } from './config-file.ts'
import { EXIT, Interrupted, UsageError } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { failureText } from './failure-text.ts'
import { COMMON_FLAGS } from './flag.ts'
import type { Flags } from './flag.ts'
import { helpOf, overview, paintHelp } from './help.ts'
import { isUrl } from './job-id.ts'
import { nearest } from './nearest.ts'
import { createOutput } from './output.ts'
import type { Screen } from './output.ts'
import { plainText } from './plain-text.ts'
import { firstWord, readFlags } from './read-flags.ts'
import { resolveSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { VERSION } from './version.ts'

/** What the program sees of the machine it runs on. */
export interface ProgramContext {
  args: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
  input: Input
  stdout: Screen
  stderr: Screen
  folder: string
  home: string
  platform: string
  signal: AbortSignal
  fetch: typeof fetch
}

/** Runs one command line and says how it ended. Nothing but the result is written to standard output. */
export async function run(context: ProgramContext): Promise<ExitCode> {
  let settings: Settings | undefined
  try {
    const chosen = choose(context.args)
    const { flags, words } = readFlags(chosen.args, { ...COMMON_FLAGS, ...chosen.command?.flags })
    const began = performance.now()
    const output = flags.output ?? chosen.command?.outputFor?.(words)
    const out = await createOutput({
      ...context,
      flags: { ...flags, output },
      hasColor: hasColor(context, flags['no-color']),
    })
    if (flags.version) return await print(() => out.print(`${VERSION}\n`))
    if (flags.help || !chosen.command) {
      const text = chosen.command ? helpOf(chosen.name, chosen.command) : overview(chosen.listed, VERSION)
      return await print(() => out.print(`${text}\n`, paintHelp))
    }
    if (words.length > 0 && chosen.command.takes === undefined)
      throw new UsageError(`${chosen.name} takes no words; "${words[0]}" is too much.`)
    const configFile = configFileIn(context.environment, context.home, context.platform)
    settings = resolveSettings(flags, context.environment, {
      path: configFile,
      values: await readSavedSettings(configFile),
    })
    const client = new Winnow({
      apiKey: settings.apiKey.value,
      apiUrl: settings.apiUrl.value,
      fetch: context.fetch,
      origin: 'winnow-cli',
    })
    const session: Session = { ...context, client, settings, out, configFile }
    const code = await chosen.command.run({ flags, words }, session)
    if (flags.timing) out.note(`${Math.round(performance.now() - began)} ms`)
    return code
  } catch (failure) {
    return fail(failure, settings, context)
  }
}

async function print(write: () => Promise<void>): Promise<ExitCode> {
  await write()
  return EXIT.ok
}

function fail(
  failure: unknown,
  settings: Settings | undefined,
  { stderr, signal }: ProgramContext,
): ExitCode {
  if (signal.aborted) return EXIT.interrupted
  const { message, hint } = failureText(failure, settings)
  const advice = hint?.startsWith('winnow ') ? `Try: ${hint}` : hint
  stderr.write(plainText(`winnow: ${message}\n${advice ? `${advice}\n` : ''}`))
  if (failure instanceof Interrupted) return EXIT.interrupted
  return failure instanceof UsageError ? EXIT.usage : EXIT.failed
}

function hasColor({ stdout, environment }: ProgramContext, isRefused: boolean): boolean {
  return stdout.isTTY === true && !isRefused && !environment.NO_COLOR && environment.TERM !== 'dumb'
}

interface ChosenCommand {
  name: string
  /** Undefined where only help is wanted. */
  command: Command | undefined
  /** What the help lists. */
  listed: Readonly<Record<string, Command>>
  args: string[]
}

/** Which command a line means. Options may stand before it, so all options there are have to be known here. */
function choose(args: readonly string[]): ChosenCommand {
  const nothing = { name: '', command: undefined, listed: COMMANDS, args: [...args] }
  const first = firstWord(args, allFlags())
  if (!first)
    return args.includes('--status')
      ? {
          ...nothing,
          name: 'doctor',
          command: COMMANDS.doctor,
          args: args.filter((word) => word !== '--status'),
        }
      : nothing
  const rest = args.toSpliced(first.index, 1)
  const word = ALIASES[first.word] ?? first.word
  if (word === 'help') return { ...choose(rest), args: ['--help'] }
  const second = firstWord(rest, allFlags())
  const pair = second && `${word} ${second.word}`
  if (pair !== undefined && Object.hasOwn(COMMANDS, pair))
    return { name: pair, command: COMMANDS[pair], listed: COMMANDS, args: rest.toSpliced(second!.index, 1) }
  if (Object.hasOwn(COMMANDS, word))
    return { name: word, command: COMMANDS[word], listed: COMMANDS, args: rest }
  const group = Object.fromEntries(Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${word} `)))
  if (Object.keys(group).length > 0) {
    if (!second) return { name: word, command: undefined, listed: group, args: ['--help'] }
    throw unknownCommand(
      second.word,
      Object.keys(group).map((name) => name.slice(word.length + 1)),
      `winnow ${word}`,
    )
  }
  if (isUrl(first.word) || first.word === '-')
    return { name: 'scrape', command: COMMANDS.scrape, listed: COMMANDS, args: [...args] }
  throw unknownCommand(first.word, [...Object.keys(COMMANDS), ...Object.keys(ALIASES)], 'winnow')
}

function unknownCommand(word: string, known: readonly string[], before: string): UsageError {
  const meant = nearest(word, known)
  return new UsageError(
    `There is no command "${word}".`,
    meant ? `Did you mean: ${before} ${meant}` : `All commands: ${before} --help`,
  )
}

function allFlags(): Flags {
  return Object.assign({}, ...Object.values(COMMANDS).map(({ flags }) => flags), COMMON_FLAGS) as Flags
}
