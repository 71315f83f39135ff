import { rows, slug } from '../../../markup.ts'

const OPTION_COLUMNS = ['name', 'type', 'fallback', 'since', 'text'] as const

/** The settings by their section of the configuration file; `-` where there is no default. */
export const SECTIONS = [
  {
    name: 'server',
    intro: 'How Siltbox listens and answers.',
    example: '"0.0.0.0:8080"',
    text: `
listen | string | 127.0.0.1:7420 | 1.0 | Address and port that the server binds to.
public_url | string | - | 1.0 | Address under which clients reach the server. Needed behind a proxy.
read_timeout | duration | 30s | 1.2 | Longest time to wait for the body of a request.
max_connections | integer | 512 | 1.4 | Connections that are served at once; others wait.
access_log | boolean | false | 2.1 | Write one line for every request.
trusted_proxies | list | - | 2.3 | Networks whose X-Forwarded-For header is believed.
`,
  },
  {
    name: 'storage',
    intro: 'Where artifacts are kept.',
    example: '"s3"',
    text: `
backend | string | local | 1.0 | Which backend is used, see the table below.
path | string | /var/lib/siltbox | 1.0 | Folder of the local backend.
compression | string | zstd | 1.6 | One of none, gzip or zstd.
chunk_size | size | 8MiB | 2.0 | Size of the pieces that large artifacts are cut into.
verify_on_read | boolean | true | 2.2 | Compare the checksum each time an artifact is read.
`,
  },
  {
    name: 'retention',
    intro: 'When artifacts are thrown away.',
    example: '30',
    text: `
keep_days | integer | 90 | 1.0 | Days after the last download before an artifact may go.
keep_versions | integer | 5 | 1.3 | Newest versions of every artifact that are always kept.
max_size | size | - | 1.3 | Space that all artifacts together may take.
sweep_interval | duration | 6h | 2.0 | Time between two runs of the sweeper.
dry_run | boolean | false | 2.4 | Only log what would be removed.
`,
  },
  {
    name: 'auth',
    intro: 'Who may read and write.',
    example: 'false',
    text: `
anonymous_read | boolean | true | 1.0 | Let everybody download.
token_lifetime | duration | 720h | 1.1 | How long a new token is valid.
oidc_issuer | string | - | 2.1 | Issuer of the identity provider.
lockout_after | integer | 10 | 2.4 | Wrong attempts before an address is locked out.
`,
  },
].map(({ name, intro, example, text }) => ({
  name,
  intro,
  /** What the first option is set to in the example, which is not its default. */
  example,
  path: `/configuration/${name}/`,
  options: rows(OPTION_COLUMNS, text).map((row) => ({
    name: row.name!,
    type: row.type!,
    fallback: row.fallback ?? null,
    since: row.since!,
    text: row.text!,
  })),
}))

export type Section = (typeof SECTIONS)[number]

export const BACKENDS = rows(
  ['name', 'where', 'encryption', 'locking'],
  `
local | A folder of the machine | no | yes
s3 | Any bucket that speaks S3 | yes | no
azblob | Azure Blob Storage | yes | yes
gcs | Google Cloud Storage | yes | no
sftp | A folder of another machine | no | no
`,
).map((row) => ({
  name: row.name!,
  where: row.where!,
  isEncrypted: row.encryption === 'yes',
  isLocked: row.locking === 'yes',
}))

export const COMMANDS = rows(
  ['name', 'text', 'admin', 'usage', 'flags'],
  `
push | Upload a file as an artifact. | no | siltbox push <file> <artifact> | --tag=TAG: Add a tag; --force: Replace a version that is there; --jobs=N: Uploads at once (default: 4)
pull | Download an artifact. | no | siltbox pull <artifact> [--to=DIR] | --to=DIR: Folder to write to (default: .); --no-verify: Skip the checksum
sweep | Run the sweeper now. | yes | siltbox sweep [--dry-run] | --dry-run: Only print what would go; --older-than=DAYS: Overrides retention.keep_days
token | Create and revoke tokens. | yes | siltbox token create <name> | --scope=SCOPE: One of read, write or admin (default: read); --expires=DURATION: Lifetime of the token
verify | Check every stored artifact. | yes | siltbox verify [--repair] | --repair: Fetch broken artifacts from a mirror; --sample=PERCENT: Check only some (default: 100)
status | Print health and used space. | no | siltbox status [--json] | --json: Machine-readable output
`,
).map((row) => ({
  name: row.name!,
  text: row.text!,
  isAdmin: row.admin === 'yes',
  usage: row.usage!,
  flags: row.flags!.split('; ').map((flag) => {
    const at = flag.indexOf(': ')
    return { name: flag.slice(0, at), text: flag.slice(at + 2) }
  }),
  path: `/cli/${row.name!}/`,
}))

export type Command = (typeof COMMANDS)[number]

export const PLUGINS = rows(
  ['name', 'text', 'pack', 'version', 'needs', 'licence', 'maintainer'],
  `
Maven Proxy | Caches Maven Central and your own repositories. | siltbox-plugin-maven | 3.2.0 | 1.8 | Apache-2.0 | Odalys Vreeland
npm Mirror | Serves npm packages when the registry is down. | siltbox-plugin-npm | 2.0.4 | 2.0 | MIT | Teo Marchbank
PyPI Mirror | A simple index for Python wheels. | siltbox-plugin-pypi | 1.9.1 | 2.0 | MIT | Teo Marchbank
Webhook Notifier | Calls an address when an artifact arrives. | siltbox-plugin-webhook | 0.7.3 | 2.2 | BSD-3-Clause | -
Prometheus Exporter | Numbers for your dashboards. | siltbox-plugin-metrics | 1.4.0 | 1.6 | Apache-2.0 | Odalys Vreeland
Virus Scan | Hands uploads to ClamAV before they are stored. | siltbox-plugin-clam | 0.3.2 | 2.3 | GPL-3.0 | Ingmar Solheim
`,
).map((row) => ({
  name: row.name!,
  text: row.text!,
  pack: row.pack!,
  version: row.version!,
  needs: row.needs!,
  licence: row.licence!,
  maintainer: row.maintainer ?? null,
  path: `/plugins/${slug(row.name!)}/`,
}))

export type Plugin = (typeof PLUGINS)[number]

/** The newest first. */
export const RELEASES = rows(
  ['version', 'date', 'changes'],
  `
2.4.1 | 2026-05-19 | Fixed: the sweeper no longer stops at an empty folder; Fixed: CVE-2026-31187, a token could be read from the access log
2.4.0 | 2026-04-28 | Added: retention.dry_run; Added: auth.lockout_after; Changed: siltbox status prints used space first
2.3.2 | 2026-03-09 | Fixed: uploads over 4 GiB to sftp
2.3.0 | 2026-02-02 | Added: server.trusted_proxies; Removed: the memory backend
2.2.0 | 2025-11-17 | Added: storage.verify_on_read; Added: azblob backend
2.1.0 | 2025-09-01 | Added: sign-in with OpenID Connect; Added: server.access_log
2.0.0 | 2025-06-23 | Changed: artifacts are stored in chunks, see the upgrade guide; Removed: configuration in YAML
1.8.3 | 2025-03-14 | Fixed: gzip artifacts with an empty name
1.8.0 | 2025-01-20 | Added: plugins may keep state of their own
1.6.0 | 2024-08-05 | Added: storage.compression; Deprecated: configuration in YAML
1.4.0 | 2024-03-18 | Added: server.max_connections
1.0.0 | 2023-10-02 | Added: everything
`,
).map((row) => ({ version: row.version!, date: row.date!, changes: row.changes!.split('; ') }))

/** One page for each major version. */
export const CHANGELOGS = [
  {
    path: '/changelog/',
    title: 'Changelog',
    releases: RELEASES.filter(({ version }) => version.startsWith('2')),
  },
  {
    path: '/changelog/1.x/',
    title: 'Changelog 1.x',
    releases: RELEASES.filter(({ version }) => version.startsWith('1')),
  },
]

export const EXIT_CODES = rows(
  ['code', 'text'],
  `
0 | Everything went well.
1 | Something unexpected happened; see the log.
2 | The command line could not be read.
3 | The server could not be reached.
4 | The token is missing, expired or lacks the scope.
5 | The checksum of an artifact is wrong.
7 | The quota of the server is used up.
`,
).map((row) => ({ code: row.code!, text: row.text! }))
