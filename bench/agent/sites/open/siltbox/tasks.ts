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
import { BACKENDS, COMMANDS, PLUGINS, RELEASES, SECTIONS } from './manual.ts'

const ORIGIN = originOf('siltbox')

function section(name: string) {
  return SECTIONS.find((one) => one.name === name)!
}

const retention = section('retention')
const storage = section('storage')
const scan = PLUGINS.find(({ name }) => name === 'Virus Scan')!
const webhook = PLUGINS.find(({ name }) => name === 'Webhook Notifier')!
const admin = COMMANDS.filter(({ isAdmin }) => isAdmin)
const verify = COMMANDS.find(({ name }) => name === 'verify')!

export const tasks: Task[] = [
  {
    id: 'siltbox/retention-options',
    kind: 'list',
    prompt: 'List all retention configuration options with name, type, default and description.',
    urls: [ORIGIN],
    schema: zod(
      record({
        options: list(
          record({
            name: text,
            type: text,
            default: orNull(described(text, 'Default value, null if there is none')),
            description: text,
          }),
        ),
      }),
    ),
    truth: {
      options: retention.options.map((one) => ({
        name: either(one.name, `retention.${one.name}`),
        type: one.type,
        default: one.fallback,
        description: one.text,
      })),
    },
    needs: [retention.path],
  },
  {
    id: 'siltbox/default-port',
    kind: 'fact',
    prompt: 'Which address and port does the server listen on by default?',
    urls: [`${ORIGIN}/configuration/`],
    truth: { listen: '127.0.0.1:7420' },
    needs: [section('server').path],
  },
  {
    id: 'siltbox/virus-scan',
    kind: 'entity',
    prompt: 'Virus Scan plugin: package name, version, license, maintainer and the required Siltbox version',
    urls: [ORIGIN],
    schema: object({ package: text, version: text, license: text, maintainer: text, requires: text }),
    truth: {
      package: scan.pack,
      version: scan.version,
      license: scan.licence,
      maintainer: scan.maintainer,
      requires: either(
        `Siltbox ${scan.needs} or newer`,
        scan.needs,
        `${scan.needs} or newer`,
        `Siltbox ${scan.needs}`,
      ),
    },
    needs: [scan.path],
  },
  {
    id: 'siltbox/all-plugins',
    kind: 'list-and-details',
    prompt:
      'Get every plugin from the documentation: name, description, package, current version and license.',
    urls: [`${ORIGIN}/plugins/`],
    schema: object({
      plugins: list(object({ name: text, description: text, package: text, version: text, license: text })),
    }),
    truth: {
      plugins: PLUGINS.map((one) => ({
        name: one.name,
        description: one.text,
        package: one.pack,
        version: one.version,
        license: one.licence,
      })),
    },
    needs: ['/plugins/', ...PLUGINS.map(({ path }) => path)],
  },
  {
    id: 'siltbox/latest-releases',
    kind: 'first-few',
    prompt: 'The three latest releases with version number and release date',
    urls: [ORIGIN],
    schema: zod(record({ releases: list(record({ version: text, released: date })) })),
    truth: { releases: RELEASES.slice(0, 3).map(({ version, date: released }) => ({ version, released })) },
    isOrdered: true,
    needs: ['/changelog/'],
  },
  {
    id: 'siltbox/encrypted-backends',
    kind: 'condition',
    prompt: 'Which storage backends support encryption at rest? For each, also say whether it has locking.',
    urls: [ORIGIN],
    schema: object({ backends: list(object({ name: text, locking: boolean })) }),
    truth: {
      backends: BACKENDS.filter(({ isEncrypted }) => isEncrypted).map(({ name, isLocked }) => ({
        name,
        locking: isLocked,
      })),
    },
    needs: [storage.path],
  },
  {
    id: 'siltbox/facts-for-review',
    kind: 'spread',
    prompt:
      'For a software review I need: the license of Siltbox, the recommended memory, the e-mail address for security reports and the maximum size of an artifact.',
    urls: [ORIGIN],
    schema: object({
      license: text,
      recommended_memory: text,
      security_email: text,
      max_artifact_size: text,
    }),
    truth: {
      license: either('Mozilla Public License 2.0', 'MPL-2.0', 'MPL 2.0'),
      recommended_memory: '1 GiB',
      security_email: 'security@siltbox.example',
      max_artifact_size: either('5 TiB', 'Up to 5 TiB', 'Up to 5 TiB with chunks'),
    },
    needs: ['/license/', '/getting-started/installation/', '/community/', '/faq/'],
  },
  {
    id: 'siltbox/webhook-maintainer',
    kind: 'missing',
    prompt: 'Who maintains the Webhook Notifier plugin, what is its license and how often was it downloaded?',
    urls: [`${ORIGIN}/plugins/`],
    schema: zod(record({ maintainer: orNull(text), license: orNull(text), downloads: orNull(integer) })),
    truth: { maintainer: null, license: webhook.licence, downloads: null },
    needs: [webhook.path],
  },
  {
    id: 'siltbox/admin-commands',
    kind: 'condition',
    prompt: 'Which CLI commands need an admin token, and what does each of them do?',
    urls: [`${ORIGIN}/cli/`],
    truth: admin.map(({ name, text: purpose }) => ({ command: name, purpose })),
    needs: ['/cli/'],
  },
  {
    id: 'siltbox/search-verify',
    kind: 'search',
    prompt: 'siltbox verify command: what are its flags and what does each one do?',
    schema: object({ flags: list(object({ flag: text, description: text })) }),
    truth: {
      flags: verify.flags.map(({ name, text: description }) => ({
        flag: either(name, name.replace(/=.*/, '')),
        description: either(description, description.replace(/ \(default.*/, '')),
      })),
    },
    needs: [verify.path],
  },
]
