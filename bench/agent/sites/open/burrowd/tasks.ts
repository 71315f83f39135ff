import { date, described, integer, list, object, oneOf, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { COMMANDS, ENDPOINTS, RELEASES, SETTINGS } from './manual.ts'

const ORIGIN = originOf('burrowd')
const ROOT = '/en/stable'

function setting(name: string) {
  return SETTINGS.find((one) => one.name === name)!
}

const maxAge = setting('retention.max_age')
const quota = setting('storage.quota')
const storage = SETTINGS.filter(({ section }) => section === 'storage')
const admin = ENDPOINTS.filter(({ scope }) => scope === 'admin')
const breaking = RELEASES.find(({ version }) => version === '2.4.0')!

export const tasks: Task[] = [
  {
    id: 'burrowd/default-upload-size',
    kind: 'fact',
    prompt: 'What is the default maximum upload size of burrowd?',
    urls: [ORIGIN],
    schema: object({ maxUploadSize: described(text, 'Default value of the setting') }),
    truth: { maxUploadSize: either('2GiB', '2 GiB') },
    needs: [`${ROOT}/config/server.html`],
  },
  {
    id: 'burrowd/max-age-setting',
    kind: 'entity',
    prompt:
      'Look up the setting retention.max_age: type, default value, environment variable, what it does and since which version it exists.',
    urls: [ORIGIN],
    schema: zod(
      record({ type: text, default: text, environmentVariable: text, description: text, addedIn: text }),
    ),
    truth: {
      type: maxAge.type,
      default: maxAge.default,
      environmentVariable: maxAge.env,
      description: maxAge.text,
      addedIn: either(maxAge.since, `Version ${maxAge.since}`),
    },
    needs: [`${ROOT}/config/retention.html`],
  },
  {
    id: 'burrowd/storage-settings',
    kind: 'list',
    prompt:
      'List all storage settings with their name, type, default value (null when there is none) and environment variable.',
    urls: [`${ORIGIN}${ROOT}/config/index.html`],
    schema: zod(
      record({
        settings: list(record({ name: text, type: text, default: orNull(text), environmentVariable: text })),
      }),
    ),
    truth: {
      settings: storage.map(({ name, type, default: value, env }) => ({
        name,
        type,
        default: value,
        environmentVariable: env,
      })),
    },
    needs: [`${ROOT}/config/storage.html`],
  },
  {
    id: 'burrowd/commands',
    kind: 'list-and-details',
    prompt:
      'I need an overview of the command line: every command with its name, a short description, the usage line and the version in which it was added.',
    urls: [`${ORIGIN}${ROOT}/cli/index.html`],
    schema: object({
      commands: list(object({ name: text, description: text, usage: text, addedInVersion: text })),
    }),
    truth: {
      commands: COMMANDS.map(({ name, summary, usage, since }) => ({
        name: either(`burrowd ${name}`, name),
        description: summary,
        usage,
        addedInVersion: since,
      })),
    },
    needs: [`${ROOT}/cli/index.html`, ...COMMANDS.map(({ name }) => `${ROOT}/cli/${name}.html`)],
  },
  {
    id: 'burrowd/latest-releases',
    kind: 'first-few',
    prompt: 'The three latest releases: version, release date, kind of release and release manager.',
    urls: [`${ORIGIN}${ROOT}/releases/index.html`],
    schema: object({
      releases: list(object({ version: text, date, kind: text, releaseManager: text })),
    }),
    truth: {
      releases: RELEASES.slice(0, 3).map(({ version, date, kind, by }) => ({
        version: either(version, `Version ${version}`),
        date,
        kind,
        releaseManager: by,
      })),
    },
    isOrdered: true,
    needs: [`${ROOT}/releases/index.html`, ...RELEASES.slice(0, 3).map(({ path }) => path)],
  },
  {
    id: 'burrowd/admin-endpoints',
    kind: 'condition',
    prompt: 'Which API endpoints need the admin scope? Return method, path and description of each.',
    urls: [`${ORIGIN}${ROOT}/api/index.html`],
    schema: zod(
      record({
        endpoints: list(
          record({ method: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), path: text, description: text }),
        ),
      }),
    ),
    truth: {
      endpoints: admin.map(({ method, path, text: description }) => ({ method, path, description })),
    },
    needs: [`${ROOT}/api/artifacts.html`, `${ROOT}/api/projects.html`],
  },
  {
    id: 'burrowd/contact-license-free',
    kind: 'spread',
    prompt: 'Under which license is burrowd published, and to which address do I report a security problem?',
    urls: [ORIGIN],
    truth: { license: 'Mozilla Public License 2.0', email: 'security@burrowd.example' },
    needs: [`${ROOT}/introduction.html`, `${ROOT}/faq.html`],
  },
  {
    id: 'burrowd/requirements',
    kind: 'missing',
    prompt:
      'What are the minimum requirements to run burrowd: Python version, PostgreSQL version, memory, disk space and minimum number of CPU cores?',
    urls: [ORIGIN],
    schema: zod(
      record({
        python: text,
        postgresql: text,
        memory: text,
        diskSpace: text,
        cpuCores: orNull(integer),
      }),
    ),
    truth: {
      python: either('3.10', 'Python 3.10'),
      postgresql: either('13', 'PostgreSQL 13'),
      memory: '512 MB',
      diskSpace: '10 GB',
      cpuCores: null,
    },
    needs: [`${ROOT}/installation.html`],
  },
  {
    id: 'burrowd/strict-release',
    kind: 'strict',
    prompt: 'Extract the version, the release date, all breaking changes and all new features.',
    urls: [ORIGIN + breaking.path],
    strictConstrainToURLs: true,
    schema: object({
      version: text,
      releaseDate: date,
      breakingChanges: list(text),
      newFeatures: list(text),
    }),
    truth: {
      version: either(breaking.version, `Version ${breaking.version}`),
      releaseDate: breaking.date,
      breakingChanges: breaking.breaking,
      newFeatures: breaking.added,
    },
    needs: [breaking.path],
  },
  {
    id: 'burrowd/search-quota',
    kind: 'search',
    prompt: 'burrowd storage quota setting: default value and environment variable',
    schema: object({ defaultValue: text, environmentVariable: text }),
    truth: { defaultValue: either(quota.default, '50 GiB'), environmentVariable: quota.env },
    needs: [`${ROOT}/config/storage.html`],
  },
]
