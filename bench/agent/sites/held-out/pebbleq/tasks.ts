import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import {
  CLIENT_PARAMETERS,
  COMMANDS,
  ERRORS,
  RELEASES,
  SERVER_OPTIONS,
  STORAGE_OPTIONS,
} from './reference.ts'

const ORIGIN = originOf('pebbleq')

const lease = SERVER_OPTIONS.find(({ name }) => name === 'lease_timeout')!
const retryable = ERRORS.filter(({ isRetryable }) => isRetryable)
const latest = RELEASES.slice(0, 3)

export const tasks: Task[] = [
  {
    id: 'pebbleq/storage-options',
    kind: 'list',
    prompt: 'List all storage configuration options with their type and default value.',
    urls: [ORIGIN],
    schema: object({ options: list(object({ name: text, type: text, default: text })) }),
    truth: {
      options: STORAGE_OPTIONS.map(({ name, type, default: value }) => ({ name, type, default: value })),
    },
    needs: ['/configuration/storage.html'],
  },
  {
    id: 'pebbleq/commands',
    kind: 'list-and-details',
    prompt:
      'For each subcommand of the pebbleq command line: the command, what it does, the version it was added in and the role it requires (null if none is stated).',
    urls: [`${ORIGIN}/cli/index.html`],
    schema: zod(
      record({
        commands: list(
          record({
            command: described(text, 'e.g. "pebbleq serve"'),
            description: text,
            addedIn: described(text, 'Version number'),
            requiredRole: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      commands: COMMANDS.map(({ name, line, since, role }) => ({
        command: either(`pebbleq ${name}`, name),
        description: line,
        addedIn: since,
        requiredRole: role,
      })),
    },
    needs: ['/cli/index.html', ...COMMANDS.map(({ path }) => path)],
  },
  {
    id: 'pebbleq/lease-timeout',
    kind: 'entity',
    prompt:
      'Configuration option lease_timeout: type, default, environment variable and since which version it exists',
    urls: [ORIGIN],
    schema: object({ type: text, default: text, environmentVariable: text, addedInVersion: text }),
    truth: {
      type: lease.type,
      default: lease.default,
      environmentVariable: lease.env,
      addedInVersion: lease.since,
    },
    needs: ['/configuration/server.html'],
  },
  {
    id: 'pebbleq/requirements-free',
    kind: 'fact',
    prompt: 'What is the minimum memory and the minimum Linux kernel version that pebbleq needs?',
    urls: [ORIGIN],
    truth: { memory: '512 MiB', kernel: '4.18' },
    needs: ['/installation.html'],
  },
  {
    id: 'pebbleq/retryable-errors',
    kind: 'condition',
    prompt: 'Which error codes are retryable? Return the code and the exception name of each.',
    urls: [`${ORIGIN}/api/index.html`],
    schema: zod(record({ errors: list(record({ code: text, exception: text })) })),
    truth: { errors: retryable.map(({ code, name }) => ({ code, exception: name })) },
    needs: ['/api/errors.html'],
  },
  {
    id: 'pebbleq/latest-releases',
    kind: 'first-few',
    prompt:
      'Get the three latest releases with version, release date, minimum Python version and the list of changes.',
    urls: [`${ORIGIN}/changelog/index.html`],
    schema: object({
      releases: list(object({ version: text, releaseDate: date, minimumPython: text, changes: list(text) })),
    }),
    truth: {
      releases: latest.map(({ version, date: releaseDate, python, items }) => ({
        version,
        releaseDate,
        minimumPython: python,
        changes: items,
      })),
    },
    isOrdered: true,
    needs: latest.map(({ path }) => path),
  },
  {
    id: 'pebbleq/overview',
    kind: 'spread',
    prompt:
      'For a tool evaluation: under which license is pebbleq released, who maintains it, on which port are the metrics served, and what is the default maximum number of attempts for a job?',
    urls: [ORIGIN],
    schema: zod(
      record({
        license: text,
        maintainers: list(text),
        metricsPort: integer,
        defaultMaxAttempts: integer,
      }),
    ),
    truth: {
      license: 'Mozilla Public License 2.0',
      maintainers: ['Ottoline Marsh', 'Deniz Karaca'],
      metricsPort: 7412,
      defaultMaxAttempts: 12,
    },
    needs: ['/license.html', '/contributing.html', '/guides/monitoring.html', '/configuration/server.html'],
  },
  {
    id: 'pebbleq/slots-environment',
    kind: 'missing',
    prompt: 'What is the default of the server option worker_slots, and which environment variable sets it?',
    urls: [`${ORIGIN}/configuration/index.html`],
    schema: zod(record({ default: orNull(integer), environmentVariable: orNull(text) })),
    truth: { default: 64, environmentVariable: null },
    needs: ['/configuration/server.html'],
  },
  {
    id: 'pebbleq/strict-client',
    kind: 'strict',
    prompt:
      'Extract the parameters of the Client class: name, type and default (leave default empty for required ones).',
    urls: [`${ORIGIN}/api/client.html`],
    strictConstrainToURLs: true,
    schema: object({ parameters: list(object({ name: text, type: text, default: text })) }),
    truth: {
      parameters: CLIENT_PARAMETERS.map(({ name, type, default: value }) => ({
        name,
        type,
        default: value ?? null,
      })),
    },
    needs: ['/api/client.html'],
  },
  {
    id: 'pebbleq/search-push-priority',
    kind: 'search',
    prompt: 'pebbleq push command: what is the default priority and which role is required to run it?',
    schema: object({ defaultPriority: number, requiredRole: text }),
    truth: { defaultPriority: 4, requiredRole: 'producer' },
    needs: ['/cli/push.html'],
  },
]
