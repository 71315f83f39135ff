import { rows } from '../../../markup.ts'

/** Settings of the current version, by their chapter. */
export const SETTINGS = rows(
  ['name', 'chapter', 'type', 'fallback', 'since', 'text'],
  `
listen_port | server | integer | 7410 | 1.0 | Port that the server listens on.
listen_host | server | string | 127.0.0.1 | 1.0 | Interface that the server binds to.
max_body_bytes | server | integer | 1048576 | 1.2 | Requests with a longer body are refused with 413.
idle_timeout | server | duration | 75s | 1.4 | How long a connection may be idle before it is closed.
data_dir | storage | path | /var/lib/quillstack | 1.0 | Where segments are written.
segment_size | storage | size | 64MB | 1.1 | A segment is closed when it has grown to this size.
compression | storage | enum | zstd | 2.0 | One of none, lz4, zstd.
retention_days | storage | integer | 30 | 1.3 | Segments older than this are removed. 0 keeps everything.
fsync_interval | storage | duration | 200ms | 2.1 | How often the write-ahead log is flushed to disk.
token_ttl | security | duration | 12h | 1.0 | Lifetime of an access token.
tls_cert_file | security | path | - | 1.0 | Certificate in PEM format. TLS is off without it.
allowed_origins | security | list | - | 2.2 | Origins that browsers may call from.
audit_log | security | boolean | false | 2.0 | Writes every administrative call to audit.log.
replicas | cluster | integer | 2 | 2.0 | Copies of each segment over the cluster.
heartbeat_interval | cluster | duration | 2s | 2.0 | How often nodes tell each other that they are alive.
election_timeout | cluster | duration | 9s | 3.0 | A new leader is elected after this long without a heartbeat.
`,
).map((row) => ({
  name: row.name!,
  chapter: row.chapter!,
  type: row.type!,
  fallback: row.fallback ?? null,
  since: row.since!,
  text: row.text!,
}))

/** What differs in the archived manual of version 2. */
export const OLD_DEFAULTS: Record<string, string> = {
  listen_port: '7400',
  idle_timeout: '60s',
  segment_size: '32MB',
  compression: 'lz4',
  retention_days: '14',
  token_ttl: '24h',
  replicas: '1',
  heartbeat_interval: '5s',
}

export const COMMANDS = rows(
  ['name', 'usage', 'text', 'exit'],
  `
init | quill init [--force] DIR | Creates an empty store in DIR. | 0 on success, 3 if DIR is not empty
serve | quill serve [--config FILE] | Starts the server in the foreground. | 0 on orderly shutdown, 4 if the port is taken
import | quill import [--format csv\\json] FILE | Reads records from FILE into the store. | 0 on success, 6 if records were skipped
export | quill export [--since TIME] FILE | Writes records to FILE. | 0 on success, 5 on a full disk
compact | quill compact [--dry-run] | Merges small segments. | 0 on success, 7 if a compaction is already running
backup | quill backup --to URL | Copies all closed segments to URL. | 0 on success, 8 if the target cannot be reached
doctor | quill doctor | Looks for damaged segments and mends what can be mended. | 0 if healthy, 9 if damage remains
`,
).map((row) => ({
  name: row.name!,
  usage: row.usage!.replace('\\', '|'),
  text: row.text!,
  exit: row.exit!,
}))

export const RELEASES = rows(
  ['version', 'date', 'changes'],
  `
3.2.1 | 2025-03-04 | Fixes a crash in quill doctor on empty stores.
3.2.0 | 2025-02-11 | Adds allowed_origins patterns; quill backup can resume.
3.1.0 | 2024-10-29 | Election is 40% faster; adds ARM64 packages.
3.0.0 | 2024-06-18 | New cluster protocol; token_ttl is now 12h; removes quill dump.
2.9.4 | 2024-05-07 | Last release of the 2.x line. Security fix.
2.9.0 | 2023-12-12 | Adds audit log rotation.
2.0.0 | 2022-04-26 | Replication; zstd compression.
1.4.0 | 2021-02-09 | Idle connections are closed.
1.0.0 | 2019-09-17 | First stable release.
`,
).map((row) => ({ version: row.version!, date: row.date!, changes: row.changes! }))

export const PLATFORMS = rows(
  ['system', 'package', 'architectures', 'command'],
  `
Debian 12 and newer | quillstack_3.2.1_amd64.deb | amd64, arm64 | apt install ./quillstack_3.2.1_amd64.deb
Fedora 40 and newer | quillstack-3.2.1.x86_64.rpm | x86_64 | dnf install quillstack-3.2.1.x86_64.rpm
macOS 13 and newer | quillstack-3.2.1.pkg | arm64 | brew install quillstack
FreeBSD 14 | quillstack-3.2.1.txz | amd64 | pkg add quillstack-3.2.1.txz
`,
).map((row) => ({
  system: row.system!,
  package: row.package!,
  architectures: row.architectures!.split(', '),
  command: row.command!,
}))
