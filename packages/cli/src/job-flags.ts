import type { Session } from './command.ts'
import type { Flags, FlagValues } from './flag.ts'
import type { FollowOptions } from './job.ts'

/** Options of everything that is started, waited for and may be left. */
export const WAIT_FLAGS = {
  wait: { kind: 'switch', help: 'Wait for the end (the default)' },
  'no-wait': { kind: 'switch', help: 'Only start it and print its id' },
  status: { kind: 'switch', help: 'Only say how far it is' },
  cancel: { kind: 'switch', help: 'End the job with this id' },
  'poll-interval': {
    kind: 'number',
    takes: 'seconds',
    min: 0.05,
    help: 'How often to ask how far it is (2)',
  },
  timeout: { kind: 'number', takes: 'seconds', help: 'Stop waiting after so long; the job goes on' },
} as const satisfies Flags

/** Options of jobs with many pages. */
export const JOB_FLAGS = {
  ...WAIT_FLAGS,
  progress: { kind: 'switch', help: 'A line per step on stderr where that is no terminal' },
  jsonl: { kind: 'switch', help: 'One JSON document per line, as they come' },
  'scrape-options': {
    kind: 'text',
    takes: 'json',
    help: 'Further options for each page, as the API takes them',
  },
  'scrape-options-file': { kind: 'text', takes: 'file', help: 'The same from a file' },
  'max-concurrency': { kind: 'number', takes: 'number', min: 1, help: 'Pages at once' },
  webhook: { kind: 'text', takes: 'url', help: 'Address that is told what happens' },
} as const satisfies Flags

const POLL_SECONDS = 2

/** How long and how often a job is asked about. */
export function waitOptionsOf(flags: { 'poll-interval': number | undefined; timeout: number | undefined }) {
  return {
    pollMs: (flags['poll-interval'] ?? POLL_SECONDS) * 1000,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
  }
}

/** How a job is followed, and the command line that goes on with it. */
export function followOptionsOf(
  flags: FlagValues<typeof JOB_FLAGS> & { output?: string | undefined; json: boolean },
  job: { noun: 'crawl' | 'batch'; id: string },
  { settings, out }: Pick<Session, 'settings' | 'out'>,
): FollowOptions {
  // A command may have chosen a folder by itself.
  const output = flags.output ?? (out.target.kind === 'folder' ? `${out.target.path}/` : undefined)
  const resume = [
    `winnow ${job.noun} ${job.id}`,
    settings.apiUrl.from === '--api-url' && `--api-url ${settings.apiUrl.value}`,
    output !== undefined && `-o ${JSON.stringify(output)}`,
    flags.json && '--json',
    flags.jsonl && '--jsonl',
  ]
  return { ...waitOptionsOf(flags), isLines: flags.jsonl, resume: resume.filter(Boolean).join(' ') }
}
