import { each, esc } from '../../../markup.ts'
import { createSite } from '../../../site.ts'
import {
  CLIENT_PARAMETERS,
  COMMANDS,
  ERRORS,
  LOGGING_OPTIONS,
  METRICS,
  RELEASES,
  SECURITY_OPTIONS,
  SERVER_OPTIONS,
  spoken,
  STORAGE_OPTIONS,
} from './reference.ts'
import type { Command, Release } from './reference.ts'
import { tasks } from './tasks.ts'
import { code, fields, section, shell, table, themed } from './theme.ts'
import type { Caption, Doc } from './theme.ts'

const CONFIGURATION: Doc[] = [
  { path: '/configuration/server.html', title: 'Server options', body: serverOptions() },
  {
    path: '/configuration/storage.html',
    title: 'Storage options',
    body: options('Storage', STORAGE_OPTIONS),
  },
  {
    path: '/configuration/logging.html',
    title: 'Logging options',
    body: options('Logging', LOGGING_OPTIONS),
  },
  {
    path: '/configuration/security.html',
    title: 'Security options',
    body: options('Security', SECURITY_OPTIONS),
  },
]

const CLI: Doc[] = COMMANDS.map((command) => ({
  path: command.path,
  title: `pebbleq ${command.name}`,
  body: commandPage(command),
}))

const API: Doc[] = [
  { path: '/api/client.html', title: 'Client', body: client() },
  { path: '/api/worker.html', title: 'Worker', body: worker() },
  { path: '/api/errors.html', title: 'Error codes', body: errors() },
]

const NOTES: Doc[] = RELEASES.map((release) => ({
  path: release.path,
  title: `Release ${release.version}`,
  body: releasePage(release),
}))

const START: Doc[] = [
  { path: '/installation.html', title: 'Installation', body: installation() },
  { path: '/quickstart.html', title: 'Quickstart', body: quickstart() },
]

const GUIDES: Doc[] = [
  { path: '/guides/retries.html', title: 'Retries and the graveyard', body: retries() },
  { path: '/guides/monitoring.html', title: 'Monitoring', body: monitoring() },
  { path: '/guides/systemd.html', title: 'Running under systemd', body: systemd() },
]

const ABOUT: Doc[] = [
  { path: '/faq.html', title: 'Frequently asked questions', body: faq() },
  { path: '/contributing.html', title: 'Contributing', body: contributing() },
  { path: '/license.html', title: 'License', body: license() },
]

const configuration = index('/configuration/index.html', 'Configuration', CONFIGURATION)
const cli = index('/cli/index.html', 'Command line', CLI)
const api = index('/api/index.html', 'Python API', API)
const changelog = index('/changelog/index.html', 'Release notes', NOTES)
const home: Doc = { path: '/', title: 'pebbleq', body: welcome() }

const TREE: Caption[] = [
  { caption: 'Getting started', entries: START },
  {
    caption: 'Reference',
    entries: [
      { ...configuration, children: CONFIGURATION },
      { ...cli, children: CLI },
      { ...api, children: API },
    ],
  },
  { caption: 'Guides', entries: GUIDES },
  { caption: 'Project', entries: [changelog, ...ABOUT] },
]

const DOCS: Doc[] = [
  home,
  ...START,
  configuration,
  ...CONFIGURATION,
  cli,
  ...CLI,
  api,
  ...API,
  ...GUIDES,
  changelog,
  ...NOTES,
  ...ABOUT,
]

/** The documentation of a job queue, as Sphinx writes it in the theme of Read the Docs. */
export const pebbleq = createSite({
  name: 'pebbleq',
  language: 'en',
  pages: Object.fromEntries(DOCS.map((doc) => [doc.path, themed(doc, TREE, DOCS)])),
  redirects: { '/index.html': '/', '/cli/': '/cli/index.html' },
  notFound: '<!DOCTYPE html><html><body><h1>404 Not Found</h1></body></html>',
  tasks,
})

function index(path: string, title: string, docs: readonly Doc[]): Doc {
  const id = title.toLowerCase().replaceAll(' ', '-')
  const body = section(
    id,
    title,
    `<div class="toctree-wrapper compound"><ul>${each(docs, (doc) => `<li class="toctree-l1"><a class="reference internal" href="${doc.path.split('/').at(-1)}">${doc.title}</a></li>`)}</ul></div>`,
  )
  return { path, title, body }
}

function welcome(): string {
  return section(
    'pebbleq',
    'pebbleq',
    `<p>pebbleq is a small job queue that keeps its jobs on disk. One binary, no broker, no surprises.</p><div class="admonition note"><p class="admonition-title">Note</p><p>Coming from 1.x? Read the <a class="reference internal" href="./changelog/2.0.0.html">notes of 2.0.0</a> first.</p></div><p>Begin with the <a class="reference internal" href="./installation.html">installation</a> and the <a class="reference internal" href="./quickstart.html">quickstart</a>.</p>`,
  )
}

function installation(): string {
  return section(
    'installation',
    'Installation',
    `${section(
      'requirements',
      'Requirements',
      table(
        ['', 'Minimum', 'Recommended'],
        [
          ['Python', '3.10', '3.13'],
          ['Memory', '512 MiB', '2 GiB'],
          ['Free disk space', '1 GiB', '20 GiB'],
          ['Linux kernel', '4.18', '6.1'],
        ],
      ),
      2,
    )}${section('with-pip', 'With pip', shell('pip install pebbleq'), 2)}${section('with-docker', 'With Docker', `<p>Images for amd64 and arm64 are published with every release.</p>${shell('docker run -p 7411:7411 registry.example/pebbleq:2.4.1')}`, 2)}`,
  )
}

function quickstart(): string {
  return section(
    'quickstart',
    'Quickstart',
    `<p>Run the server, then push a job.</p>${shell('pebbleq serve')}${shell('echo hello | pebbleq push mail --priority 7')}<p>See what is there with ${code('pebbleq inspect mail --limit 5')}.</p>`,
  )
}

function serverOptions(): string {
  return section(
    'server-options',
    'Server options',
    `<p>These go into the table ${code('[server]')} of the configuration file.</p>${each(
      SERVER_OPTIONS,
      ({ name, type, default: value, env, since, text }) =>
        `<dl class="std confval"><dt class="sig sig-object std" id="confval-${name}"><span class="sig-name descname"><span class="pre">${name}</span></span><a class="headerlink" href="#confval-${name}" title="Link to this definition">¶</a></dt><dd>${fields(
          [
            ['Type', code(type!)],
            ['Default', code(value!)],
            ...(env ? [['Environment variable', code(env)] as const] : []),
          ],
        )}<p>${text}</p><div class="versionadded"><p><span class="versionmodified added">Added in version ${since}.</span></p></div></dd></dl>`,
    )}`,
  )
}

type Option = Record<'name' | 'type' | 'default' | 'text', string | undefined>

function options(group: string, all: readonly Option[]): string {
  return section(
    `${group.toLowerCase()}-options`,
    `${group} options`,
    `<p>These go into the table ${code(`[${group.toLowerCase()}]`)} of the configuration file.</p>${table(
      ['Option', 'Type', 'Default', 'Description'],
      all.map(({ name, type, default: value, text }) => [
        code(name!),
        type!,
        value ? code(value) : '',
        esc(text!),
      ]),
    )}`,
  )
}

function commandPage({ name, line, synopsis, since, role, options: all }: Command): string {
  return section(
    `pebbleq-${name}`,
    `pebbleq ${name}`,
    `<p>${line}</p><div class="highlight-text notranslate"><div class="highlight"><pre><span></span>${esc(synopsis)}\n</pre></div></div>
<div class="versionadded"><p><span class="versionmodified added">Added in version ${since}.</span></p></div>${role ? `<p>Required role: ${code(role)}</p>` : ''}
${section(
  'options',
  'Options',
  each(
    all,
    ({ flag, value, text }) =>
      `<dl class="std option"><dt class="sig sig-object std" id="cmdoption-${name}${flag}"><span class="sig-name descname"><span class="pre">${flag}</span></span>${value && `<span class="sig-prename descclassname"> <span class="pre">&lt;${value.toLowerCase()}&gt;</span></span>`}<a class="headerlink" href="#cmdoption-${name}${flag}" title="Link to this definition">¶</a></dt><dd><p>${text}</p></dd></dl>`,
  ),
  2,
)}<p>See also <a class="reference internal" href="../configuration/server.html">Server options</a>.</p>`,
  )
}

function client(): string {
  const signature = CLIENT_PARAMETERS.map(
    ({ name, default: value }) =>
      `<em class="sig-param"><span class="n"><span class="pre">${name}</span></span>${value ? `<span class="o"><span class="pre">=</span></span><span class="default_value"><span class="pre">${value}</span></span>` : ''}</em>`,
  ).join(', ')
  return section(
    'client',
    'Client',
    `<dl class="py class"><dt class="sig sig-object py" id="pebbleq.Client"><em class="property"><span class="pre">class</span></em> <span class="sig-prename descclassname"><span class="pre">pebbleq.</span></span><span class="sig-name descname"><span class="pre">Client</span></span><span class="sig-paren">(</span>${signature}<span class="sig-paren">)</span></dt><dd><p>A connection to a server. It may be shared by threads.</p>${table(
      ['Parameter', 'Type', 'Default', 'Description'],
      CLIENT_PARAMETERS.map(({ name, type, default: value, text }) => [
        code(name!),
        type!,
        value ? code(value) : 'required',
        text!,
      ]),
    )}<p>Raises one of the <a class="reference internal" href="errors.html">error codes</a>.</p></dd></dl>`,
  )
}

function worker(): string {
  return section(
    'worker',
    'Worker',
    `<dl class="py class"><dt class="sig sig-object py" id="pebbleq.Worker"><em class="property"><span class="pre">class</span></em> <span class="sig-name descname"><span class="pre">Worker</span></span>(<em class="sig-param">client</em>, <em class="sig-param">queue</em>, <em class="sig-param">concurrency=4</em>, <em class="sig-param">heartbeat=15.0</em>)</dt><dd>${fields(
      [
        [
          'Parameters',
          '<strong>concurrency</strong> – Jobs at the same time.<br/><strong>heartbeat</strong> – Seconds between two signs of life.',
        ],
        ['Return type', 'None'],
      ],
    )}</dd></dl>`,
  )
}

function errors(): string {
  return section(
    'error-codes',
    'Error codes',
    table(
      ['Code', 'Exception', 'Retryable', 'Meaning'],
      ERRORS.map(({ code: id, name, isRetryable, text }) => [
        id,
        code(name),
        isRetryable ? 'Yes' : 'No',
        esc(text),
      ]),
    ),
  )
}

function retries(): string {
  return section(
    'retries',
    'Retries and the graveyard',
    `<p>The pause before a new attempt doubles each time, from 2 seconds up to 15 minutes. When ${code('max_attempts')} is reached the job goes to the graveyard, where it stays for 30 days.</p>`,
  )
}

function monitoring(): string {
  return section(
    'monitoring',
    'Monitoring',
    `<p>Metrics are served in the format of Prometheus under ${code('/metrics')} on port 7412.</p>${table(
      ['Metric', 'Type', 'Labels', 'Meaning'],
      METRICS.map(({ name, type, labels, text }) => [code(name!), type!, labels ?? '', text!]),
    )}`,
  )
}

function systemd(): string {
  return section(
    'systemd',
    'Running under systemd',
    `<p>Put the unit into ${code('/etc/systemd/system/pebbleq.service')} and set ${code('TimeoutStopSec=45')}, which is longer than the usual grace of a drain.</p>`,
  )
}

function releasePage({ version, date, python, format, items }: Release): string {
  return section(
    `release-${version.replaceAll('.', '-')}`,
    `Release ${version}`,
    `${fields([
      ['Released', spoken(date)],
      ['Minimum Python', python],
      ['Storage format', format],
    ])}<ul class="simple">${each(items, (item) => `<li><p>${item}</p></li>`)}</ul>`,
  )
}

function faq(): string {
  return section(
    'faq',
    'Frequently asked questions',
    '<p><strong>Does it run on Windows?</strong> Only inside WSL 2.</p><p><strong>How large can a queue grow?</strong> The largest that we know of had 41 million jobs.</p><p><strong>Can several servers share a data directory?</strong> No.</p>',
  )
}

function contributing(): string {
  return section(
    'contributing',
    'Contributing',
    '<p>pebbleq is maintained by Ottoline Marsh and Deniz Karaca. Security reports go to <a class="reference external" href="mailto:security@pebbleq.example">security@pebbleq.example</a> and are answered within 3 working days.</p>',
  )
}

function license(): string {
  return section(
    'license',
    'License',
    '<p>pebbleq is released under the Mozilla Public License 2.0. The documentation is under CC BY 4.0.</p>',
  )
}
