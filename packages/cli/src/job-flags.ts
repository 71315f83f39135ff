import type { Session } from './command.ts'
import type { Flags, FlagValues } from './flag.ts'
import type { FollowOptions } from './job.ts'

/** Options of commands that start a job and wait for it. */
export const WAIT_FLAGS = {
  wait: { kind: 'switch', help: 'Wait for the end (the default)' },
  'no-wait': { kind: 'switch', help: 'Start it and print its id' },
  status: { kind: 'switch', help: 'Print the current status' },
  cancel: { kind: 'switch', help: 'Cancel the job with this id' },
  'poll-interval': {
    kind: 'number',
    takes: 'seconds',
    min: 0.05,
    help: 'Pause between status requests (2)',
  },
  timeout: { kind: 'number', takes: 'seconds', help: 'Stop waiting after this time; the job continues' },
} as const satisfies Flags

/** Options of crawl and batch jobs. */
export const JOB_FLAGS = {
  ...WAIT_FLAGS,
  progress: { kind: 'switch', help: 'Print a line per page on stderr when it is not a terminal' },
  jsonl: { kind: 'switch', help: 'Print one JSON document per line as pages arrive' },
  'scrape-options': {
    kind: 'text',
    takes: 'json',
    help: 'Further scrape options, as in the API',
  },
  'scrape-options-file': { kind: 'text', takes: 'file', help: 'File with these options' },
  'max-concurrency': { kind: 'number', takes: 'number', min: 1, help: 'Pages to scrape at the same time' },
  webhook: { kind: 'text', takes: 'url', help: 'URL of a webhook for progress' },
} as const satisfies Flags

const POLL_SECONDS = 2

/** The poll interval and the time limit of waiting for a job. */
export function waitOptionsOf(flags: { 'poll-interval': number | undefined; timeout: number | undefined }) {
  return {
    pollMs: (flags['poll-interval'] ?? POLL_SECONDS) * 1000,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
  }
}

/** Options for following a job, and the command line that resumes it. */
export function followOptionsOf(
  flags: FlagValues<typeof JOB_FLAGS> & { output?: string | undefined; json: boolean },
  job: { noun: 'crawl' | 'batch'; id: string },
  { settings, out }: Pick<Session, 'settings' | 'out'>,
): FollowOptions {
  // A command may have chosen a default folder.
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
