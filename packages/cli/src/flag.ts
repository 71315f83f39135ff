interface FlagBase {
  /** One letter. */
  short?: string
  help: string
}

/** One option of a command. The same name has the same kind everywhere, so that options may stand before the command. */
export type Flag =
  | (FlagBase & { kind: 'switch' })
  | (FlagBase & { kind: 'text'; takes: string; choices?: readonly string[] })
  | (FlagBase & { kind: 'number'; takes: string; min?: number; max?: number })
  /** Separated by commas unless each is `whole`, or given several times. */
  | (FlagBase & { kind: 'list'; takes: string; choices?: readonly string[]; whole?: true })

export type Flags = Readonly<Record<string, Flag>>

interface Values {
  switch: boolean
  text: string | undefined
  number: number | undefined
  list: string[] | undefined
}

/** What was given for each option: a switch is on or off, everything else may be missing. */
export type FlagValues<Known extends Flags> = { readonly [Name in keyof Known]: Values[Known[Name]['kind']] }

/** Options that every command takes. */
export const COMMON_FLAGS = {
  'api-key': {
    kind: 'text',
    short: 'k',
    takes: 'key',
    help: 'API key; `winnow login` keeps one out of the shell history',
  },
  'api-url': { kind: 'text', takes: 'url', help: 'Where the service is' },
  output: {
    kind: 'text',
    short: 'o',
    takes: 'path',
    help: 'Write to a file, or to a folder (end it with /)',
  },
  json: { kind: 'switch', help: 'JSON instead of text' },
  pretty: { kind: 'switch', help: 'JSON with indentation' },
  timing: { kind: 'switch', help: 'Say on stderr how long it took' },
  quiet: { kind: 'switch', short: 'q', help: 'Nothing on stderr but failures' },
  'no-color': { kind: 'switch', help: 'No colours (also NO_COLOR=1)' },
  help: { kind: 'switch', short: 'h', help: 'Help about the command' },
  version: { kind: 'switch', short: 'V', help: 'The version' },
} as const satisfies Flags
