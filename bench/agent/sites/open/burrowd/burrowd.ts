import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { COMMANDS, ENDPOINTS, RELEASES, SECTIONS, SETTINGS } from './manual.ts'
import type { Release, Setting } from './manual.ts'
import { tasks } from './tasks.ts'

const ROOT = '/en/stable'

const CONTENTS: [caption: string, entries: [title: string, path: string][]][] = [
  [
    'Getting started',
    [
      ['Introduction', `${ROOT}/introduction.html`],
      ['Installation', `${ROOT}/installation.html`],
      ['Quickstart', `${ROOT}/quickstart.html`],
      ['Upgrading', `${ROOT}/upgrading.html`],
    ],
  ],
  [
    'Configuration',
    [
      ['Configuration file', `${ROOT}/config/index.html`],
      ...Object.entries(SECTIONS).map(([key, title]): [string, string] => [
        title,
        `${ROOT}/config/${key}.html`,
      ]),
    ],
  ],
  [
    'Reference',
    [
      ['Command line', `${ROOT}/cli/index.html`],
      ['HTTP API', `${ROOT}/api/index.html`],
      ['Metrics', `${ROOT}/metrics.html`],
    ],
  ],
  [
    'Project',
    [
      ['Release notes', `${ROOT}/releases/index.html`],
      ['FAQ', `${ROOT}/faq.html`],
      ['Contributing', `${ROOT}/contributing.html`],
    ],
  ],
]

const ORDER = CONTENTS.flatMap(([, entries]) => entries)

/** The manual of a server program, with the markup of a documentation generator: a tree of contents, definition lists. */
export const burrowd = createSite({
  name: 'burrowd',
  language: 'en',
  pages: {
    '/': page('burrowd documentation', '/', home()),
    ...Object.fromEntries(
      [
        ['introduction', introduction()],
        ['installation', installation()],
        ['quickstart', quickstart()],
        ['upgrading', upgrading()],
        ['config/index', configIndex()],
        ...Object.keys(SECTIONS).map((section) => [`config/${section}`, configPage(section)]),
        ['cli/index', cliIndex()],
        ...COMMANDS.map((command) => [`cli/${command.name}`, commandPage(command)]),
        ['api/index', apiIndex()],
        ['api/artifacts', apiPage('artifacts', 'Artifacts')],
        ['api/projects', apiPage('projects', 'Projects')],
        ['metrics', metrics()],
        ['releases/index', releaseIndex()],
        ...RELEASES.map((release) => [`releases/${release.version}`, releasePage(release)]),
        ['faq', faq()],
        ['contributing', contributing()],
      ].map(([name, main]) => {
        const path = `${ROOT}/${name}.html`
        return [path, page(/<h1>([^<]*)/.exec(main!)![1]!, path, main!)]
      }),
    ),
  },
  redirects: { [`${ROOT}/`]: '/', [`${ROOT}/index.html`]: '/', '/en/latest/': '/' },
  deadLinks: [`${ROOT}/genindex.html`],
  notFound: '<!DOCTYPE html><title>404</title><h1>404 Not Found</h1><p>This page does not exist yet.</p>',
  tasks,
})

function page(title: string, path: string, main: string): string {
  const at = ORDER.findIndex(([, one]) => one === path)
  const previous = ORDER[at - 1]
  const next = ORDER[at + 1]
  return `<!DOCTYPE html>
<html class="writer-html5" lang="en" data-content_root="../"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1.0" /><title>${title} &mdash; burrowd 2.4.1 documentation</title><link rel="stylesheet" type="text/css" href="/_static/css/theme.css" /></head>
<body class="wy-body-for-nav"><div class="wy-grid-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-side-nav-search"><a href="/" class="icon icon-home"> burrowd</a><div class="version">2.4.1</div><div role="search"><form id="rtd-search-form" class="wy-form" action="${ELSEWHERE}/search.html" method="get"><input type="text" name="q" placeholder="Search docs" aria-label="Search docs" /></form></div></div>
<div class="wy-menu wy-menu-vertical" data-spy="affix" role="navigation" aria-label="Navigation menu">${each(
    CONTENTS,
    ([caption, entries]) =>
      `<p class="caption" role="heading"><span class="caption-text">${caption}</span></p><ul>${each(entries, ([name, to]) => `<li class="toctree-l1${to === path ? ' current' : ''}"><a class="${to === path ? 'current ' : ''}reference internal" href="${to}">${name}</a></li>`)}</ul>`,
  )}</div></div></nav>
<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content"><div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li><a href="/" class="icon icon-home" aria-label="Home"></a></li><li class="breadcrumb-item active">${title}</li><li class="wy-breadcrumbs-aside"><a href="${ELSEWHERE}/burrowd/edit" class="fa fa-github"> Edit on GitHub</a></li></ul><hr/></div>
<div role="main" class="document"><div><section>${main}</section></div></div>
<footer><div class="rst-footer-buttons" role="navigation" aria-label="Footer">${previous ? `<a href="${previous[1]}" class="btn btn-neutral float-left" title="${previous[0]}" accesskey="p" rel="prev"><span class="fa fa-arrow-circle-left" aria-hidden="true"></span> Previous</a>` : ''}${next ? `<a href="${next[1]}" class="btn btn-neutral float-right" title="${next[0]}" accesskey="n" rel="next">Next <span class="fa fa-arrow-circle-right" aria-hidden="true"></span></a>` : ''}</div><hr/><div role="contentinfo"><p>&#169; Copyright 2021-2026, the burrowd authors. <a href="${ROOT}/genindex.html">Index</a></p></div>Built with <a href="${ELSEWHERE}/sphinx">Sphinx</a> using a <a href="${ELSEWHERE}/theme">theme</a> provided by <a href="${ELSEWHERE}/rtd">Read the Docs</a>.</footer></div></div></section></div>
<div class="rst-versions" data-toggle="rst-versions" role="note"><span class="rst-current-version">v: stable</span><div class="rst-other-versions"><dl><dt>Versions</dt><dd><a href="/en/latest/">latest</a></dd><dd><a href="${ROOT}/">stable</a></dd></dl></div></div></body></html>`
}

function heading(level: number, title: string): string {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-')
  return `<h${level}>${title}<a class="headerlink" href="#${id}" title="Link to this heading">¶</a></h${level}>`
}

function code(text: string): string {
  return `<code class="docutils literal notranslate"><span class="pre">${esc(text)}</span></code>`
}

function block(language: string, text: string): string {
  return `<div class="highlight-${language} notranslate"><div class="highlight"><pre><span></span>${esc(text)}\n</pre></div></div>`
}

function home(): string {
  return `${heading(1, 'burrowd documentation')}<p>burrowd is a self-hosted cache for build artifacts. It keeps what your pipelines have built once, so that they do not build it again.</p><div class="toctree-wrapper compound">${each(
    CONTENTS,
    ([caption, entries]) =>
      `<p class="caption" role="heading"><span class="caption-text">${caption}</span></p><ul>${each(entries, ([name, to]) => `<li class="toctree-l1"><a class="reference internal" href="${to}">${name}</a></li>`)}</ul>`,
  )}</div>`
}

function introduction(): string {
  return `${heading(1, 'Introduction')}<p>A build that was done before does not have to be done again. burrowd speaks the remote cache protocols of common build tools and stores what they produce.</p>${heading(2, 'License')}<p>burrowd is free software under the Mozilla Public License 2.0. It was started in 2021 by Marit Solheim-Okafor.</p>`
}

function installation(): string {
  return `${heading(1, 'Installation')}${heading(2, 'Requirements')}<table class="docutils align-default"><thead><tr class="row-odd"><th class="head"><p>Component</p></th><th class="head"><p>Minimum</p></th><th class="head"><p>Recommended</p></th></tr></thead><tbody><tr class="row-even"><td><p>Python</p></td><td><p>3.10</p></td><td><p>3.12</p></td></tr><tr class="row-odd"><td><p>PostgreSQL</p></td><td><p>13</p></td><td><p>16</p></td></tr><tr class="row-even"><td><p>Memory</p></td><td><p>512 MB</p></td><td><p>2 GB</p></td></tr><tr class="row-odd"><td><p>Disk space</p></td><td><p>10 GB</p></td><td><p>200 GB</p></td></tr></tbody></table>
<p>burrowd runs on Linux and FreeBSD.</p>${heading(2, 'From PyPI')}${block('console', '$ pipx install burrowd')}${heading(2, 'With Docker')}${block('console', '$ docker run -p 8471:8471 ghcr.example/burrowd/burrowd:2.4.1')}<div class="admonition note"><p class="admonition-title">Note</p><p>The image runs as the user with the id 1877.</p></div>`
}

function quickstart(): string {
  return `${heading(1, 'Quickstart')}<ol class="arabic simple"><li><p>Write a configuration file.</p></li><li><p>Run ${code('burrowd migrate')} and ${code('burrowd serve')}.</p></li><li><p>Create a token with <a class="reference internal" href="${ROOT}/cli/token.html">burrowd token create</a>.</p></li></ol>${block('toml', '[server]\nlisten = "0.0.0.0:9000"\nworkers = 8\n\n[storage]\ndriver = "s3"\nbucket = "my-artifacts"')}`
}

function upgrading(): string {
  return `${heading(1, 'Upgrading')}<p>Stop the server, install the new version, run <a class="reference internal" href="${ROOT}/cli/migrate.html">burrowd migrate</a>. You may skip minor versions, but never go from 1.x to 2.3 or later without a stop at 2.0.</p><div class="admonition warning"><p class="admonition-title">Warning</p><p>Every minor version is supported for 9 months.</p></div>`
}

function configIndex(): string {
  return `${heading(1, 'Configuration file')}<p>burrowd reads ${code('/etc/burrowd/burrowd.toml')}. Environment variables win over the file.</p><div class="toctree-wrapper compound"><ul>${each(Object.entries(SECTIONS), ([key, title]) => `<li class="toctree-l1"><a class="reference internal" href="${ROOT}/config/${key}.html">${title}</a></li>`)}</ul></div>`
}

function configPage(section: string): string {
  return `${heading(1, SECTIONS[section]!)}<p>These belong into the table ${code(`[${section}]`)} of the configuration file.</p>${each(
    SETTINGS.filter((setting) => setting.section === section),
    confval,
  )}`
}

function confval(setting: Setting): string {
  const fields: [string, string][] = [
    ['Type', code(setting.type)],
    ...(setting.default === null ? [] : [['Default', code(setting.default)] as [string, string]]),
    ['Environment variable', code(setting.env)],
  ]
  return `<dl class="std confval"><dt class="sig sig-object std" id="confval-${setting.name}"><span class="sig-name descname"><span class="pre">${setting.name}</span></span><a class="headerlink" href="#confval-${setting.name}" title="Link to this definition">¶</a></dt><dd><dl class="field-list simple">${each(fields, ([label, value], at) => `<dt class="field-${at % 2 ? 'even' : 'odd'}">${label}<span class="colon">:</span></dt><dd class="field-${at % 2 ? 'even' : 'odd'}"><p>${value}</p></dd>`)}</dl><p>${esc(setting.text)}</p><div class="versionadded"><p><span class="versionmodified added">Added in version ${setting.since}.</span></p></div></dd></dl>`
}

function cliIndex(): string {
  return `${heading(1, 'Command line')}<p>All commands take ${code('--help')} and ${code('--verbose')}. They exit with 0 when all went well and with 2 when they were called in a wrong way.</p><table class="docutils align-default"><thead><tr class="row-odd"><th class="head"><p>Command</p></th><th class="head"><p>What it does</p></th></tr></thead><tbody>${each(COMMANDS, ({ name, summary }, at) => `<tr class="row-${at % 2 ? 'odd' : 'even'}"><td><p><a class="reference internal" href="${ROOT}/cli/${name}.html"><span class="doc">burrowd ${name}</span></a></p></td><td><p>${summary}</p></td></tr>`)}</tbody></table>`
}

function commandPage({ name, summary, since, usage, options }: (typeof COMMANDS)[number]): string {
  return `${heading(1, `burrowd ${name}`)}<p>${summary}</p>${block('console', usage)}<div class="versionadded"><p><span class="versionmodified added">Added in version ${since}.</span></p></div>${heading(2, 'Options')}${each(options, ([flag, value, text]) => `<dl class="std option"><dt class="sig sig-object std" id="cmdoption${flag}"><span class="sig-name descname"><span class="pre">${flag}</span></span><span class="sig-prename descclassname">${value === '' ? '' : ` <span class="pre">${esc(value)}</span>`}</span><a class="headerlink" href="#cmdoption${flag}" title="Link to this definition">¶</a></dt><dd><p>${esc(text)}</p></dd></dl>`)}<div class="admonition seealso"><p class="admonition-title">See also</p><p><a class="reference internal" href="${ROOT}/cli/index.html">All commands</a></p></div>`
}

function apiIndex(): string {
  return `${heading(1, 'HTTP API')}<p>Send the token in the header ${code('Authorization: Bearer')}. Each token may send 600 requests per minute; beyond that the server answers 429.</p><div class="toctree-wrapper compound"><ul><li class="toctree-l1"><a class="reference internal" href="${ROOT}/api/artifacts.html">Artifacts</a></li><li class="toctree-l1"><a class="reference internal" href="${ROOT}/api/projects.html">Projects</a></li></ul></div>`
}

function apiPage(name: string, title: string): string {
  return `${heading(1, title)}<table class="docutils align-default"><thead><tr class="row-odd"><th class="head"><p>Method</p></th><th class="head"><p>Path</p></th><th class="head"><p>Scope</p></th><th class="head"><p>Description</p></th></tr></thead><tbody>${each(
    ENDPOINTS.filter((one) => one.page === name),
    ({ method, path, scope, text }, at) =>
      `<tr class="row-${at % 2 ? 'odd' : 'even'}"><td><p>${method}</p></td><td><p>${code(path)}</p></td><td><p>${scope}</p></td><td><p>${text}</p></td></tr>`,
  )}</tbody></table>${heading(2, 'Example')}${block('console', `$ curl -H "Authorization: Bearer $TOKEN" http://localhost:8471/api/v2/${name}`)}`
}

function metrics(): string {
  return `${heading(1, 'Metrics')}<p>Prometheus finds them at ${code('/metrics')}, on port 8472.</p><ul class="simple"><li><p>${code('burrowd_hits_total')}: requests that were answered from the cache</p></li><li><p>${code('burrowd_misses_total')}: requests that were not</p></li></ul>`
}

function releaseIndex(): string {
  return `${heading(1, 'Release notes')}<ul class="simple">${each(RELEASES, ({ version, date, path }) => `<li><p><a class="reference internal" href="${path}">Version ${version}</a> (${date})</p></li>`)}</ul><p>Notes of older versions are in the repository.</p>`
}

function releasePage({ version, date, kind, by, added, fixed, breaking }: Release): string {
  const part = (title: string, items: readonly string[]) =>
    items.length === 0
      ? ''
      : `${heading(2, title)}<ul class="simple">${each(items, (item) => `<li><p>${esc(item)}</p></li>`)}</ul>`
  return `${heading(1, `Version ${version}`)}<dl class="field-list simple"><dt class="field-odd">Released<span class="colon">:</span></dt><dd class="field-odd"><p>${date}</p></dd><dt class="field-even">Kind<span class="colon">:</span></dt><dd class="field-even"><p>${kind}</p></dd><dt class="field-odd">Release manager<span class="colon">:</span></dt><dd class="field-odd"><p>${by}</p></dd></dl>${part('Breaking changes', breaking)}${part('New features', added)}${part('Bug fixes', fixed)}`
}

function faq(): string {
  return `${heading(1, 'FAQ')}${heading(2, 'Can I put burrowd behind nginx?')}<p>Yes. Set <a class="reference internal" href="${ROOT}/config/server.html">server.base_url</a> and switch off request buffering.</p>${heading(2, 'Where can I ask?')}<p>In the room #burrowd on Matrix, or by mail to <a class="reference external" href="mailto:help@burrowd.example">help@burrowd.example</a>.</p>${heading(2, 'How do I report a security problem?')}<p>Write to <a class="reference external" href="mailto:security@burrowd.example">security@burrowd.example</a>. You get an answer within 3 working days.</p>`
}

function contributing(): string {
  return `${heading(1, 'Contributing')}<p>Clone the repository, run ${code('make dev')} and open a pull request against the branch ${code('develop')}. Every change needs a test and a line in the changelog.</p>`
}
