import { rows } from '../../../markup.ts'

/** Settings by the page that explains them. */
export const SETTINGS = rows(
  ['section', 'name', 'type', 'default', 'env', 'since', 'text'],
  `
server | server.listen | string | 127.0.0.1:8471 | BURROWD_LISTEN | 1.0 | Address and port that the HTTP server binds to.
server | server.base_url | string | - | BURROWD_BASE_URL | 1.0 | Public address of the cache, used in links. Has to be set when burrowd runs behind a proxy.
server | server.workers | integer | 4 | BURROWD_WORKERS | 1.2 | Number of worker processes.
server | server.request_timeout | duration | 90s | BURROWD_REQUEST_TIMEOUT | 1.4 | Requests that take longer are cut off.
server | server.max_upload_size | size | 2GiB | BURROWD_MAX_UPLOAD_SIZE | 2.0 | Larger artifacts are refused with status 413.
storage | storage.driver | string | filesystem | BURROWD_STORAGE_DRIVER | 1.0 | Where artifacts are kept: filesystem, s3 or azure.
storage | storage.path | path | /var/lib/burrowd | BURROWD_STORAGE_PATH | 1.0 | Directory of the filesystem driver.
storage | storage.compression | string | zstd | BURROWD_STORAGE_COMPRESSION | 1.6 | Compression of artifacts at rest: zstd, gzip or none.
storage | storage.bucket | string | - | BURROWD_STORAGE_BUCKET | 1.3 | Name of the bucket. Required by the s3 and azure drivers.
storage | storage.quota | size | 50GiB | BURROWD_STORAGE_QUOTA | 2.1 | The oldest artifacts are dropped when a project grows beyond it.
storage | storage.deduplicate | boolean | true | BURROWD_STORAGE_DEDUPLICATE | 2.3 | Keep equal blobs only once.
retention | retention.max_age | duration | 30d | BURROWD_RETENTION_MAX_AGE | 1.1 | Artifacts that nobody asked for in this time are removed.
retention | retention.keep_tagged | boolean | true | BURROWD_RETENTION_KEEP_TAGGED | 1.5 | Tagged artifacts are never removed.
retention | retention.sweep_interval | duration | 6h | BURROWD_RETENTION_SWEEP_INTERVAL | 1.1 | How often the sweeper runs.
auth | auth.mode | string | token | BURROWD_AUTH_MODE | 1.0 | One of token, oidc and none.
auth | auth.token_lifetime | duration | 365d | BURROWD_AUTH_TOKEN_LIFETIME | 1.4 | Tokens expire after this time.
auth | auth.oidc_issuer | string | - | BURROWD_AUTH_OIDC_ISSUER | 2.0 | Address of the identity provider.
logging | logging.level | string | info | BURROWD_LOG_LEVEL | 1.0 | debug, info, warning or error.
logging | logging.format | string | text | BURROWD_LOG_FORMAT | 1.7 | text or json.
logging | logging.access_log | boolean | false | BURROWD_ACCESS_LOG | 1.7 | Write one line for every request.
`,
).map((row) => ({
  section: row.section!,
  name: row.name!,
  type: row.type!,
  default: row.default ?? null,
  env: row.env!,
  since: row.since!,
  text: row.text!,
}))

export type Setting = (typeof SETTINGS)[number]

export const SECTIONS: Record<string, string> = {
  server: 'Server settings',
  storage: 'Storage settings',
  retention: 'Retention settings',
  auth: 'Authentication settings',
  logging: 'Logging settings',
}

interface Command {
  name: string
  summary: string
  since: string
  usage: string
  options: [flag: string, value: string, text: string][]
}

export const COMMANDS: Command[] = [
  {
    name: 'serve',
    summary: 'Start the cache server.',
    since: '1.0',
    usage: 'burrowd serve [OPTIONS]',
    options: [
      ['--config', '<file>', 'Path of the configuration file. The default is /etc/burrowd/burrowd.toml.'],
      ['--dev', '', 'Reload on every change of the configuration and log everything.'],
    ],
  },
  {
    name: 'migrate',
    summary: 'Bring the index to the newest version.',
    since: '1.2',
    usage: 'burrowd migrate [--dry-run]',
    options: [['--dry-run', '', 'Only print what would be done.']],
  },
  {
    name: 'token',
    summary: 'Create, list and revoke access tokens.',
    since: '1.4',
    usage: 'burrowd token (create|list|revoke) [NAME]',
    options: [
      ['--scope', '<scope>', 'read, write or admin. The default is read.'],
      ['--expires', '<duration>', 'Lifetime of this token, instead of auth.token_lifetime.'],
    ],
  },
  {
    name: 'sweep',
    summary: 'Remove expired artifacts at once.',
    since: '1.1',
    usage: 'burrowd sweep [OPTIONS]',
    options: [
      ['--project', '<name>', 'Sweep one project only.'],
      ['--older-than', '<duration>', 'Use another age than retention.max_age.'],
    ],
  },
  {
    name: 'export',
    summary: 'Write all artifacts of a project to an archive.',
    since: '1.8',
    usage: 'burrowd export PROJECT [OPTIONS]',
    options: [
      ['--output', '<file>', 'Name of the archive. The default is burrowd-export.tar.zst.'],
      ['--include-logs', '', 'Put the build logs into the archive, too.'],
      ['--jobs', '<n>', 'Number of parallel readers. The default is 2.'],
    ],
  },
  {
    name: 'doctor',
    summary: 'Check the installation and report problems.',
    since: '2.2',
    usage: 'burrowd doctor',
    options: [['--json', '', 'Print the report as JSON.']],
  },
]

export const ENDPOINTS = rows(
  ['page', 'method', 'path', 'scope', 'text'],
  `
artifacts | GET | /api/v2/artifacts | read | List artifacts, 100 at a time.
artifacts | GET | /api/v2/artifacts/{digest} | read | Download one artifact.
artifacts | PUT | /api/v2/artifacts/{digest} | write | Upload an artifact.
artifacts | DELETE | /api/v2/artifacts/{digest} | admin | Delete an artifact.
artifacts | POST | /api/v2/artifacts/{digest}/tags | write | Tag an artifact.
projects | GET | /api/v2/projects | read | List projects.
projects | POST | /api/v2/projects | admin | Create a project.
projects | PATCH | /api/v2/projects/{name} | admin | Change quota and retention of a project.
projects | GET | /api/v2/projects/{name}/stats | read | Hit rate, size and number of artifacts.
projects | DELETE | /api/v2/projects/{name} | admin | Delete a project and everything in it.
`,
).map((row) => ({
  page: row.page!,
  method: row.method!,
  path: row.path!,
  scope: row.scope!,
  text: row.text!,
}))

/** What was released, the newest first. */
export const RELEASES = [
  {
    version: '2.4.1',
    date: '2026-05-19',
    kind: 'Bug fix release',
    by: 'Idris Vantongeren',
    added: [],
    fixed: [
      'Uploads over slow lines no longer fail after 30 seconds.',
      'The sweeper skips projects that are being exported.',
    ],
    breaking: [],
  },
  {
    version: '2.4.0',
    date: '2026-04-02',
    kind: 'Feature release',
    by: 'Marit Solheim-Okafor',
    added: ['Storage driver for Azure.', 'burrowd export reads in parallel.'],
    fixed: ['Statistics of empty projects no longer divide by zero.'],
    breaking: [
      'The setting storage.dedupe is now called storage.deduplicate.',
      'Python 3.9 is no longer supported.',
    ],
  },
  {
    version: '2.3.2',
    date: '2026-01-27',
    kind: 'Security release',
    by: 'Idris Vantongeren',
    added: [],
    fixed: ['Tokens are no longer written to the access log (CVE-2026-31077).'],
    breaking: [],
  },
  {
    version: '2.3.0',
    date: '2025-11-12',
    kind: 'Feature release',
    by: 'Joaquim Bexley',
    added: ['Deduplication of equal blobs.'],
    fixed: ['The index is no longer locked during a sweep.'],
    breaking: [],
  },
  {
    version: '2.2.0',
    date: '2025-08-05',
    kind: 'Feature release',
    by: 'Marit Solheim-Okafor',
    added: ['The command burrowd doctor.', 'Artifacts can be tagged over the API.'],
    fixed: [],
    breaking: ['The API v1 was removed.'],
  },
  {
    version: '2.1.0',
    date: '2025-04-23',
    kind: 'Feature release',
    by: 'Joaquim Bexley',
    added: ['Quotas for projects.'],
    fixed: ['Downloads can be resumed.'],
    breaking: [],
  },
].map((release) => ({ ...release, path: `/en/stable/releases/${release.version}.html` }))

export type Release = (typeof RELEASES)[number]
