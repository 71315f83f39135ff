import type { Winnow } from '../../client/src/client.ts'
import type { ExitCode } from './exit-codes.ts'
import type { COMMON_FLAGS, Flags, FlagValues } from './flag.ts'
import type { Output } from './output.ts'
import type { Settings } from './settings.ts'

/** Standard input, whatever it is. */
export interface Input {
  isTerminal: boolean
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Asks on the terminal without showing what is typed. */
  secret(question: string): Promise<string>
}

/** What a command works with. */
export interface Session {
  client: Winnow
  settings: Settings
  out: Output
  input: Input
  /** Paths on the command line are relative to it. */
  folder: string
  configFile: string
  /** Aborts on Ctrl-C. */
  signal: AbortSignal
  fetch: typeof fetch
}

/** One command: what it takes, what its help says, what it does. */
export interface Command<Known extends Flags = Flags> {
  summary: string
  /** Behind the name: `<url...>`. */
  takes?: string
  about?: string
  flags: Known
  /** Command lines without `winnow`, and what they do. */
  examples: readonly (readonly [line: string, does: string])[]
  /** Where the result goes when nothing is said about it. */
  outputFor?(words: readonly string[]): string | undefined
  run(
    line: { flags: FlagValues<Known> & FlagValues<typeof COMMON_FLAGS>; words: string[] },
    session: Session,
  ): Promise<ExitCode>
}

/** Declares a command, so that its options have types where it runs. */
export function command<const Known extends Flags>(definition: Command<Known>): Command {
  return definition as unknown as Command
}
