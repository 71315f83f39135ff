import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { COMMANDS, OLD_DEFAULTS, PLATFORMS, RELEASES, SETTINGS } from './manual.ts'
import { tasks } from './tasks.ts'

const CHAPTERS = ['server', 'storage', 'security', 'cluster']
const TITLES: Record<string, string> = {
  server: 'Server settings',
  storage: 'Storage settings',
  security: 'Security settings',
  cluster: 'Cluster settings',
}

/** A manual with a sidebar and an archived version that says other things about the same names. */
export const quillstack = createSite({
  name: 'quillstack',
  language: 'en',
  pages: {
    '/': page('Quillstack documentation', '3.x', start()),
    '/docs/': page('Manual', '3.x', manual()),
    '/docs/install/': page('Installation', '3.x', install()),
    '/docs/quickstart/': page('Quickstart', '3.x', quickstart()),
    '/docs/configuration/': page('Configuration', '3.x', configuration('/docs')),
    ...Object.fromEntries(
      CHAPTERS.map((name) => [`/docs/configuration/${name}/`, page(TITLES[name]!, '3.x', chapter(name, {}))]),
    ),
    '/docs/cli/': page('Command line', '3.x', commands()),
    ...Object.fromEntries(
      COMMANDS.map((one) => [`/docs/cli/${one.name}/`, page(`quill ${one.name}`, '3.x', command(one))]),
    ),
    '/docs/limits/': page('Limits', '3.x', limits()),
    '/docs/faq/': page('FAQ', '3.x', faq()),
    '/releases/': page('Release notes', '3.x', releases()),
    '/support/': page('Support and licence', '3.x', support()),
    '/docs/2.x/': page('Manual 2.x (archived)', '2.x', configuration('/docs/2.x')),
    ...Object.fromEntries(
      CHAPTERS.map((name) => [
        `/docs/2.x/configuration/${name}/`,
        page(`${TITLES[name]!} (2.x)`, '2.x', chapter(name, OLD_DEFAULTS)),
      ]),
    ),
    '/blog/': page('Blog', '3.x', blog()),
    '/blog/tuning-segments/': page('Tuning segments', '3.x', tuning()),
    '/blog/three-oh/': page('Quillstack 3.0', '3.x', threeOh()),
  },
  redirects: { '/docs/config/': '/docs/configuration/', '/download/': '/docs/install/' },
  deadLinks: ['/docs/plugins/'],
  files: {
    '/sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://quillstack.example/docs/</loc></url><url><loc>http://quillstack.example/docs/configuration/</loc></url><url><loc>http://quillstack.example/docs/cli/</loc></url><url><loc>http://quillstack.example/releases/</loc></url></urlset>`,
  },
  notFound: page('404', '3.x', '<h1>404</h1><p>No such page in this version of the manual.</p>'),
  tasks,
})

function page(title: string, version: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="en" data-theme="light"><head><meta charset="utf-8"/><title>${esc(title)} — Quillstack ${version}</title><meta name="generator" content="Folio 4.1"/></head>
<body><div class="navbar"><a class="navbar__brand" href="/">Quillstack</a><a class="navbar__item" href="/docs/">Docs</a><a class="navbar__item" href="/releases/">Releases</a><a class="navbar__item" href="/blog/">Blog</a><a class="navbar__item" href="${ELSEWHERE}/quillstack">Source</a>
<div class="dropdown"><span>Version: ${version}</span><ul><li><a href="/docs/">3.x</a></li><li><a href="/docs/2.x/">2.x (archived)</a></li></ul></div></div>
<div class="layout"><aside class="menu"><ul class="menu__list">
<li><a href="/docs/install/">Installation</a></li><li><a href="/docs/quickstart/">Quickstart</a></li><li><a href="/docs/configuration/">Configuration</a></li><li><a href="/docs/cli/">Command line</a></li><li><a href="/docs/limits/">Limits</a></li><li><a href="/docs/faq/">FAQ</a></li><li><a href="/docs/plugins/">Plugins</a></li></ul></aside>
<main><article class="markdown">${version === '2.x' ? '<div class="admonition admonition-warning">This is the manual of version 2.x, which is not maintained any more. <a href="/docs/">Go to the current version</a>.</div>' : ''}
${main}</article><div class="pagination-nav"><a href="/docs/">Up to the manual</a></div></main></div>
<footer class="footer">© Quillstack authors · <a href="/support/">Support and licence</a> · Built with Folio</footer></body></html>`
}

function start(): string {
  return `<h1>Quillstack documentation</h1><p>Quillstack is a small store for append-only records. The current version is ${RELEASES[0]!.version}.</p><div class="cards"><a class="card" href="/docs/install/">Install it</a><a class="card" href="/docs/quickstart/">Try it in five minutes</a><a class="card" href="/docs/configuration/">Configure it</a></div>`
}

function manual(): string {
  return `<h1>Manual</h1><p>Begin with the <a href="/docs/install/">installation</a>, then read the <a href="/docs/quickstart/">quickstart</a>. Everything that can be set is under <a href="/docs/configuration/">configuration</a>; every command is under <a href="/docs/cli/">command line</a>. What the server refuses is under <a href="/docs/limits/">limits</a>.</p>`
}

function install(): string {
  return `<h1>Installation</h1><p>Quillstack needs 512 MB of memory and a 64-bit processor.</p>${each(
    PLATFORMS,
    (one) =>
      `<h2>${one.system}</h2><table><tbody><tr><th>Package</th><td>${one.package}</td></tr><tr><th>Architectures</th><td>${one.architectures.join(', ')}</td></tr></tbody></table><pre><code class="language-sh">${one.command}</code></pre>`,
  )}`
}

function quickstart(): string {
  return `<h1>Quickstart</h1><ol><li>Create a store: <code>quill init demo</code></li><li>Start the server: <code>quill serve</code></li><li>Send a record: <code>curl -d '{"a":1}' localhost:9000/records</code> if you have set listen_port to 9000</li></ol>`
}

function configuration(root: string): string {
  return `<h1>Configuration</h1><p>Settings are read from <code>quillstack.toml</code>, then from the environment with the prefix <code>QUILL_</code>.</p><ul>${each(
    CHAPTERS,
    (name) => `<li><a href="${root}/configuration/${name}/">${TITLES[name]}</a></li>`,
  )}</ul>`
}

function chapter(name: string, old: Record<string, string>): string {
  const isOld = Object.keys(old).length > 0
  const settings = SETTINGS.filter((one) => one.chapter === name && !(isOld && one.since === '3.0'))
  return `<h1>${TITLES[name]}</h1><table class="settings"><thead><tr><th>Name</th><th>Type</th><th>Default</th><th>Since</th></tr></thead><tbody>${each(
    settings,
    (one) =>
      `<tr><td><a href="#${one.name}"><code>${one.name}</code></a></td><td>${one.type}</td><td>${old[one.name] ?? one.fallback ?? ''}</td><td>${one.since}</td></tr>`,
  )}</tbody></table>${each(settings, (one) => `<h3 id="${one.name}">${one.name}</h3><p>${one.text}</p>`)}`
}

function commands(): string {
  return `<h1>Command line</h1><dl>${each(COMMANDS, (one) => `<dt><a href="/docs/cli/${one.name}/"><code>quill ${one.name}</code></a></dt><dd>${one.text}</dd>`)}</dl>`
}

function command(one: (typeof COMMANDS)[number]): string {
  return `<h1>quill ${one.name}</h1><p>${one.text}</p><h2>Usage</h2><pre><code>${esc(one.usage)}</code></pre><h2>Exit codes</h2><p>${one.exit}.</p><h2>See also</h2><p><a href="/docs/cli/">All commands</a></p>`
}

function limits(): string {
  return `<h1>Limits</h1><table><tr><td>Records per request</td><td>5,000</td></tr><tr><td>Fields per record</td><td>256</td></tr><tr><td>Length of a field name</td><td>120 characters</td></tr><tr><td>Open connections</td><td>10,000</td></tr></table>`
}

function faq(): string {
  return `<h1>FAQ</h1><h3>Which port does it use?</h3><p>See the server settings. It used to be 7400.</p><h3>How do I change the retention?</h3><p>Set retention_days, for example to 90, and restart.</p><h3>Is there a Windows package?</h3><p>No, and none is planned.</p>`
}

function releases(): string {
  return `<h1>Release notes</h1>${each(RELEASES, (one) => `<h2>${one.version}</h2><p><em>Released on ${one.date}</em></p><p>${one.changes}</p>`)}`
}

function support(): string {
  return `<h1>Support and licence</h1><p>Quillstack is free software under the Apache License 2.0.</p><p>The project is maintained by Harriet Lindqvist and Omondi Were. Security reports go to <a href="mailto:security@quillstack.example">security@quillstack.example</a>.</p><p>Version 3.x is supported until December 2027.</p>`
}

function blog(): string {
  return `<h1>Blog</h1><ul><li><a href="/blog/tuning-segments/">Tuning segments</a></li><li><a href="/blog/three-oh/">Quillstack 3.0</a></li></ul>`
}

function tuning(): string {
  return `<h1>Tuning segments</h1><p>We set segment_size to 256MB and compression to lz4 on our largest store, and retention_days to 365. The defaults are fine for everybody else.</p>`
}

function threeOh(): string {
  return `<h1>Quillstack 3.0</h1><p>Version 3.0.0 is out. election_timeout is new; on slow networks set it to 20s. heartbeat_interval may stay as it is.</p>`
}
