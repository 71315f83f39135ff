import type { Winnow } from '../../client/src/client.ts'
import type { ExitCode } from './exit-codes.ts'
import type { COMMON_FLAGS, Flags, FlagValues } from './flag.ts'
import type { Output } from './output.ts'
import type { Settings } from './settings.ts'

/** Standard input: a terminal, a pipe or a file. */
export interface Input {
  isTerminal: boolean
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Asks on the terminal without echoing the input. */
  secret(question: string): Promise<string>
}

/** Everything a command works with. */
export interface Session {
  client: Winnow
  settings: Settings
  out: Output
  input: Input
  /** Relative paths on the command line start here. */
  folder: string
  configFile: string
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  fetch: typeof fetch
}

/** One command: its arguments, its help and its function. */
export interface Command<Known extends Flags = Flags> {
  summary: string
  /** Follows the name in the help: `<url...>`. */
  takes?: string
  about?: string
  flags: Known
  /** Command lines without `winnow`, and their descriptions. */
  examples: readonly (readonly [line: string, does: string])[]
  /** The output path when the command line names none. */
  outputFor?(words: readonly string[]): string | undefined
  run(
    line: { flags: FlagValues<Known> & FlagValues<typeof COMMON_FLAGS>; words: string[] },
    session: Session,
  ): Promise<ExitCode>
}

/** Declares a command, so that its `run` gets typed options. */
export function command<const Known extends Flags>(definition: Command<Known>): Command {
  return definition as unknown as Command
}
