/** All that the server's programs see of our environment. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export type ServerSettings = Readonly<Record<string, string>>

/** Small in memory, silent, and reachable only through its socket; what makes a commit durable stays as it ships. */
export const SERVER_SETTINGS: ServerSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '30',
  shared_buffers: '16MB',
  huge_pages: 'off',
  // A container's /dev/shm is often too small for anything else.
  dynamic_shared_memory_type: 'mmap',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Naming the statement in the process's title costs a tenth of a short statement.
  update_process_title: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Whoever sends a failing statement learns why and logs it; in the server's log its text and values, which may hold
  // what must not be kept, would be a second copy.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  // After kill -9 one call per file system instead of one per file makes recovery start at once.
  recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
}

/** As arguments of the server, so that a new version of this program brings its settings to an old cluster. */
export function settingArguments(settings: ServerSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
