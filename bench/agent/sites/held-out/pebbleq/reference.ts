import { rows } from '../../../markup.ts'

export const SERVER_OPTIONS = rows(
  ['name', 'type', 'default', 'env', 'since', 'text'],
  `
listen | string | 127.0.0.1:7411 | PEBBLEQ_LISTEN | 1.0 | Address and port the server binds to.
max_payload | size | 256 KiB | PEBBLEQ_MAX_PAYLOAD | 1.0 | Jobs larger than this are refused with E103.
lease_timeout | duration | 90s | PEBBLEQ_LEASE_TIMEOUT | 1.2 | How long a worker may hold a job before it is handed to somebody else.
max_attempts | integer | 12 | PEBBLEQ_MAX_ATTEMPTS | 1.2 | After so many attempts a job is moved to the graveyard.
worker_slots | integer | 64 | - | 2.0 | Upper bound of workers that are connected at the same time.
drain_grace | duration | 30s | PEBBLEQ_DRAIN_GRACE | 2.1 | Time that running jobs are given when the server shuts down.
`,
)

export const STORAGE_OPTIONS = rows(
  ['name', 'type', 'default', 'text'],
  `
data_dir | path | /var/lib/pebbleq | Where segments and the index are kept.
segment_size | size | 64 MiB | A new segment is begun when the last one is full.
fsync | enum | batch | One of always, batch or never.
fsync_interval | duration | 200ms | Only used when fsync is batch.
retention | duration | 72h | Finished jobs are kept this long.
compression | enum | zstd | One of none, lz4 or zstd.
`,
)

export const LOGGING_OPTIONS = rows(
  ['name', 'type', 'default', 'text'],
  `
log_level | enum | info | One of error, warn, info or debug.
log_format | enum | text | One of text or json.
log_file | path | stderr | Where lines are written to.
`,
)

export const SECURITY_OPTIONS = rows(
  ['name', 'type', 'default', 'text'],
  `
tls_cert | path | - | Certificate chain in PEM.
tls_key | path | - | Private key of the certificate.
token_file | path | - | One token a line, with its role behind a colon.
token_ttl | duration | 12h | How long a session lives after a token was shown.
`,
)

export const COMMANDS = rows(
  ['name', 'line', 'synopsis', 'since', 'role', 'options'],
  `
serve | Run the server in the foreground. | pebbleq serve [--config FILE] [--listen ADDR] | 1.0 | - | --config=FILE:Configuration file to read. Default: /etc/pebbleq/pebbleq.toml.;--listen=ADDR:Overrides the listen option.
push | Put a job into a queue. | pebbleq push QUEUE [--delay DURATION] [--priority N] | 1.0 | producer | --delay=DURATION:Do not hand out the job before this time has passed. Default: 0s.;--priority=N:From 0 to 9, higher is sooner. Default: 4.
inspect | Show the jobs of a queue. | pebbleq inspect QUEUE [--state STATE] [--limit N] | 1.1 | viewer | --state=STATE:Only jobs in this state.;--limit=N:How many jobs are printed. Default: 25.
drain | Stop handing out jobs and wait for those that run. | pebbleq drain [QUEUE] [--grace DURATION] | 2.1 | operator | --grace=DURATION:Give up after this time. Default: 5m.
migrate | Rewrite the data directory for a newer format. | pebbleq migrate [--dry-run] | 2.0 | - | --dry-run=:Only say what would be done.
revive | Put jobs from the graveyard back into their queue. | pebbleq revive QUEUE [--all] | 2.3 | operator | --all=:Every job instead of the newest.
`,
).map((row) => ({
  name: row.name!,
  line: row.line!,
  synopsis: row.synopsis!,
  since: row.since!,
  role: row.role ?? null,
  options: row.options!.split(';').map((option) => {
    const [, flag, value, text] = /^(.*?)=(.*?):(.*)$/.exec(option)!
    return { flag: flag!, value: value!, text: text! }
  }),
  path: `/cli/${row.name}.html`,
}))

export type Command = (typeof COMMANDS)[number]

export const ERRORS = rows(
  ['code', 'name', 'retry', 'text'],
  `
E101 | QueueNotFound | no | The queue has never been written to.
E102 | QueuePaused | yes | An operator paused the queue.
E103 | PayloadTooLarge | no | The job is larger than max_payload.
E201 | LeaseLost | no | The lease ran out before the job was finished.
E202 | LeaseConflict | yes | Two workers asked at the same moment.
E301 | Unauthorized | no | The token is unknown or has the wrong role.
E401 | StorageBusy | yes | The segment is being compacted.
E402 | StorageFull | no | Less than 1 % of the disk is free.
`,
).map((row) => ({ code: row.code!, name: row.name!, isRetryable: row.retry === 'yes', text: row.text! }))

export const CLIENT_PARAMETERS = rows(
  ['name', 'type', 'default', 'text'],
  `
address | str | - | Host and port of the server.
token | str | None | Token to sign in with.
timeout | float | 10.0 | Seconds to wait for an answer.
retries | int | 3 | How often a request is repeated after a retryable error.
pool_size | int | 8 | Connections that are kept open.
`,
)

export const METRICS = rows(
  ['name', 'type', 'labels', 'text'],
  `
pebbleq_queue_depth | gauge | queue, state | Jobs that wait.
pebbleq_jobs_total | counter | queue, outcome | Jobs that were finished.
pebbleq_lease_seconds | histogram | queue | Time from lease to finish.
pebbleq_segment_bytes | gauge | - | Bytes on disk.
`,
)

/** The newest first. */
export const RELEASES = rows(
  ['version', 'date', 'python', 'format', 'items'],
  `
2.4.1 | 2026-05-19 | 3.10 | 5 | Fixed a crash of revive on empty queues.;Fixed the age of jobs in inspect.
2.4.0 | 2026-04-28 | 3.10 | 5 | Added compression of segments with zstd.;Removed support for Python 3.9.
2.3.0 | 2026-01-13 | 3.9 | 4 | Added the revive command.;Metrics have the label outcome.
2.2.0 | 2025-10-07 | 3.9 | 4 | Workers reconnect by themselves.
2.1.0 | 2025-06-24 | 3.9 | 4 | Added the drain command.;Added the option drain_grace.
2.0.0 | 2025-02-11 | 3.8 | 4 | New segment format, run migrate once.;Removed the XML interface.
1.2.0 | 2024-08-20 | 3.8 | 3 | Added leases.
`,
).map((row) => ({
  version: row.version!,
  date: row.date!,
  python: row.python!,
  format: row.format!,
  items: row.items!.split(';'),
  path: `/changelog/${row.version}.html`,
}))

export type Release = (typeof RELEASES)[number]

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[month! - 1]} ${day}, ${year}`
}
