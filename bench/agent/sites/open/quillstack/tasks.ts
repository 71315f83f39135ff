import {
  boolean,
  date,
  described,
  integer,
  list,
  object,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { COMMANDS, PLATFORMS, RELEASES, SETTINGS } from './manual.ts'

const ORIGIN = originOf('quillstack')
const storage = SETTINGS.filter(({ chapter }) => chapter === 'storage')
const backup = COMMANDS.find(({ name }) => name === 'backup')!

export const tasks: Task[] = [
  {
    id: 'quillstack/one-default',
    kind: 'fact',
    prompt: 'What is the default value of the setting heartbeat_interval in the current version?',
    urls: [`${ORIGIN}/docs/`],
    schema: object({ default: text }),
    truth: { default: '2s' },
    needs: ['/docs/configuration/cluster/'],
  },
  {
    id: 'quillstack/storage-settings',
    kind: 'list',
    prompt:
      'Give me a table of all storage settings of Quillstack 3.x with name, type, default value and the version that introduced them.',
    urls: [ORIGIN],
    schema: zod(
      record({
        settings: list(record({ name: text, type: text, default: orNull(text), since: text })),
      }),
    ),
    truth: {
      settings: storage.map(({ name, type, fallback, since }) => ({ name, type, default: fallback, since })),
    },
    needs: ['/docs/configuration/storage/'],
  },
  {
    id: 'quillstack/security-settings',
    kind: 'missing',
    prompt: 'List the security settings with their defaults (null where the manual gives no default)',
    urls: [`${ORIGIN}/docs/configuration/`],
    schema: zod(record({ settings: list(record({ name: text, default: orNull(text) })) })),
    truth: {
      settings: SETTINGS.filter(({ chapter }) => chapter === 'security').map(({ name, fallback }) => ({
        name,
        default: fallback,
      })),
    },
    needs: ['/docs/configuration/security/'],
  },
  {
    id: 'quillstack/first-three-releases',
    kind: 'first-few',
    prompt: 'the three latest releases: version and release date',
    urls: [ORIGIN],
    schema: object({ releases: list(object({ version: text, date })) }),
    truth: { releases: RELEASES.slice(0, 3).map(({ version, date }) => ({ version, date })) },
    isOrdered: true,
    needs: ['/releases/'],
  },
  {
    id: 'quillstack/backup-command',
    kind: 'entity',
    prompt: 'How do I use the quill backup command? I need the usage line and what it does.',
    urls: [ORIGIN],
    schema: object({ usage: text, description: text }),
    truth: { usage: backup.usage, description: backup.text },
    needs: ['/docs/cli/backup/'],
  },
  {
    id: 'quillstack/all-commands',
    kind: 'list-and-details',
    prompt: 'Collect every command of the command line with its usage line and its exit codes.',
    urls: [`${ORIGIN}/docs/cli/`],
    schema: object({
      commands: list(
        object({ name: text, usage: text, exitCodes: described(text, 'Text about exit codes') }),
      ),
    }),
    truth: {
      commands: COMMANDS.map(({ name, usage, exit }) => ({
        name: either(`quill ${name}`, name),
        usage,
        exitCodes: exit,
      })),
    },
    needs: ['/docs/cli/', ...COMMANDS.map(({ name }) => `/docs/cli/${name}/`)],
  },
  {
    id: 'quillstack/project',
    kind: 'spread',
    prompt:
      'Which licence does Quillstack have, who maintains it, what is its newest version and how much memory does it need?',
    urls: [ORIGIN],
    schema: object({
      license: text,
      maintainers: list(text),
      latestVersion: text,
      requiredMemory: described(text, 'such as 2 GB'),
    }),
    truth: {
      license: 'Apache License 2.0',
      maintainers: ['Harriet Lindqvist', 'Omondi Were'],
      latestVersion: RELEASES[0]!.version,
      requiredMemory: '512 MB',
    },
    needs: ['/', '/support/', '/docs/install/'],
  },
  {
    id: 'quillstack/debian',
    kind: 'entity',
    prompt: 'Debian package name and install command?',
    urls: [`${ORIGIN}/docs/install/`],
    schema: object({ package: text, command: text }),
    truth: { package: PLATFORMS[0]!.package, command: PLATFORMS[0]!.command },
    needs: ['/docs/install/'],
  },
  {
    id: 'quillstack/security-free',
    kind: 'fact',
    prompt: 'Where do I send security reports, and until when is version 3.x supported?',
    urls: [ORIGIN],
    truth: { email: 'security@quillstack.example', supportedUntil: 'December 2027' },
    needs: ['/support/'],
  },
  {
    id: 'quillstack/strict-limits',
    kind: 'strict-nothing',
    prompt: 'What is the default of retention_days and can the audit log be switched on?',
    urls: [`${ORIGIN}/docs/limits/`],
    strictConstrainToURLs: true,
    schema: zod(record({ retentionDays: orNull(integer), hasAuditLog: orNull(boolean) })),
    truth: { retentionDays: null, hasAuditLog: null },
    needs: ['/docs/limits/'],
  },
]
