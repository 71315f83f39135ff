interface FlagBase {
  /** A single letter. */
  short?: string
  help: string
}

/**
 * One option of a command. An option has the same kind in every command, so that options may stand before the
 * command.
 */
export type Flag =
  | (FlagBase & { kind: 'switch' })
  | (FlagBase & { kind: 'text'; takes: string; choices?: readonly string[] })
  | (FlagBase & { kind: 'number'; takes: string; min?: number; max?: number })
  /** Separated by commas unless `whole`, or repeated. */
  | (FlagBase & { kind: 'list'; takes: string; choices?: readonly string[]; whole?: true })

export type Flags = Readonly<Record<string, Flag>>

interface Values {
  switch: boolean
  text: string | undefined
  number: number | undefined
  list: string[] | undefined
}

/** The parsed options: a switch is true or false, any other option may be undefined. */
export type FlagValues<Known extends Flags> = { readonly [Name in keyof Known]: Values[Known[Name]['kind']] }

/** Options of every command. */
export const COMMON_FLAGS = {
  'api-key': {
    kind: 'text',
    short: 'k',
    takes: 'key',
    help: 'API key; prefer `winnow login`, which keeps it out of the shell history',
  },
  'api-url': { kind: 'text', takes: 'url', help: 'URL of the service' },
  output: {
    kind: 'text',
    short: 'o',
    takes: 'path',
    help: 'Write to a file, or to a folder (end it with /)',
  },
  json: { kind: 'switch', help: 'Print JSON instead of text' },
  pretty: { kind: 'switch', help: 'Print indented JSON' },
  timing: { kind: 'switch', help: 'Print the duration on stderr' },
  quiet: { kind: 'switch', short: 'q', help: 'Print only failures on stderr' },
  'no-color': { kind: 'switch', help: 'Disable colours (also NO_COLOR=1)' },
  help: { kind: 'switch', short: 'h', help: 'Show the help of the command' },
  version: { kind: 'switch', short: 'V', help: 'The version' },
} as const satisfies Flags
