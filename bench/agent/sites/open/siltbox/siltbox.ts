import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { BACKENDS, CHANGELOGS, COMMANDS, EXIT_CODES, PLUGINS, SECTIONS } from './manual.ts'
import type { Command, Plugin, Section } from './manual.ts'
import { tasks } from './tasks.ts'

interface Doc {
  path: string
  title: string
  content: string
}

const DOCS: Record<string, Doc[]> = {
  'Getting started': [
    { path: '/', title: 'Siltbox', content: index() },
    { path: '/getting-started/installation/', title: 'Installation', content: installation() },
    { path: '/getting-started/quickstart/', title: 'Quickstart', content: quickstart() },
    { path: '/getting-started/upgrading/', title: 'Upgrading', content: upgrading() },
  ],
  Configuration: [
    { path: '/configuration/', title: 'Overview', content: configuration() },
    ...SECTIONS.map((section) => ({ path: section.path, title: section.name, content: options(section) })),
  ],
  'Command line': [
    { path: '/cli/', title: 'Commands', content: commands() },
    ...COMMANDS.map((one) => ({ path: one.path, title: `siltbox ${one.name}`, content: command(one) })),
    { path: '/cli/exit-codes/', title: 'Exit codes', content: exitCodes() },
  ],
  Plugins: [
    { path: '/plugins/', title: 'All plugins', content: plugins() },
    ...PLUGINS.map((one) => ({ path: one.path, title: one.name, content: plugin(one) })),
  ],
  Project: [
    ...CHANGELOGS.map(({ path, title }, at) => ({ path, title, content: changelog(at) })),
    { path: '/faq/', title: 'FAQ', content: faq() },
    { path: '/community/', title: 'Community', content: community() },
    { path: '/license/', title: 'License', content: license() },
  ],
}

const ALL = Object.values(DOCS).flat()

/** The manual of a server: a sidebar on every page, tables of settings, commands, plugins and releases. */
export const siltbox = createSite({
  name: 'siltbox',
  language: 'en',
  pages: Object.fromEntries(ALL.map((doc, at) => [doc.path, page(doc, at)])),
  redirects: { '/install/': '/getting-started/installation/', '/docs/': '/' },
  files: { '/robots.txt': 'User-agent: *\nAllow: /\n' },
  notFound: page({ path: '/404', title: '404', content: '<h1>404 - Not found</h1>' }, -2),
  tasks,
})

function page({ path, title, content }: Doc, at: number): string {
  const previous = ALL[at - 1]
  const next = ALL[at + 1]
  return `<!doctype html>
<html lang="en" class="no-js"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.5.44"><title>${path === '/' ? 'Siltbox' : `${esc(title)} - Siltbox`}</title><link rel="stylesheet" href="/assets/stylesheets/main.0253249f.min.css"></head>
<body dir="ltr" data-md-color-scheme="default" data-md-color-primary="teal"><input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer" autocomplete="off"><div data-md-component="skip"><a href="#${slug(title)}" class="md-skip">Skip to content</a></div>
<div data-md-component="announce"><aside class="md-banner"><div class="md-banner__inner md-grid md-typeset">Siltbox Days 2026 take place in Ghent on 8 October. <a href="/community/">Join us</a></div></aside></div>
<header class="md-header" data-md-component="header"><nav class="md-header__inner md-grid" aria-label="Header"><a href="/" title="Siltbox" class="md-header__button md-logo" aria-label="Siltbox"><svg viewBox="0 0 24 24"></svg></a><div class="md-header__title"><div class="md-header__topic"><span class="md-ellipsis">Siltbox</span></div></div><div class="md-search" data-md-component="search" role="dialog"><input type="text" class="md-search__input" name="query" aria-label="Search" placeholder="Search"></div><div class="md-header__source"><a href="${ELSEWHERE}/git/siltbox" title="Go to repository" class="md-source"><div class="md-source__repository">siltbox/siltbox</div></a></div></nav></header>
<div class="md-container" data-md-component="container"><main class="md-main" data-md-component="main"><div class="md-main__inner md-grid">
<div class="md-sidebar md-sidebar--primary" data-md-component="sidebar" data-md-type="navigation"><nav class="md-nav md-nav--primary" aria-label="Navigation" data-md-level="0"><ul class="md-nav__list" data-md-scrollfix>${each(
    Object.entries(DOCS),
    ([name, docs]) =>
      `<li class="md-nav__item md-nav__item--nested"><label class="md-nav__link"><span class="md-ellipsis">${name}</span></label><nav class="md-nav" data-md-level="1"><ul class="md-nav__list">${each(docs, (doc) => `<li class="md-nav__item${doc.path === path ? ' md-nav__item--active' : ''}"><a href="${doc.path}" class="md-nav__link"><span class="md-ellipsis">${doc.title}</span></a></li>`)}</ul></nav></li>`,
  )}</ul></nav></div>
<div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset"><a href="${ELSEWHERE}/git/siltbox/edit${path}" title="Edit this page" class="md-content__button md-icon"><svg></svg></a>
${content}
<hr><form class="md-feedback" name="feedback" hidden><fieldset><legend class="md-feedback__title">Was this page helpful?</legend></fieldset></form></article></div></div></main>
<footer class="md-footer"><nav class="md-footer__inner md-grid" aria-label="Footer">${previous ? `<a href="${previous.path}" class="md-footer__link md-footer__link--prev" aria-label="Previous: ${previous.title}"><div class="md-footer__title"><span class="md-footer__direction">Previous</span><div class="md-ellipsis">${previous.title}</div></div></a>` : ''}${next ? `<a href="${next.path}" class="md-footer__link md-footer__link--next" aria-label="Next: ${next.title}"><div class="md-footer__title"><span class="md-footer__direction">Next</span><div class="md-ellipsis">${next.title}</div></div></a>` : ''}</nav><div class="md-footer-meta md-typeset"><div class="md-copyright"><div class="md-copyright__highlight">Copyright &copy; 2023 - 2026 The Siltbox authors</div>Made with <a href="https://squidfunk.github.io/mkdocs-material/" target="_blank" rel="noopener">Material for MkDocs</a></div></div></footer></div>
<div class="md-consent" data-md-component="consent" id="__consent" hidden><form class="md-consent__form md-grid md-typeset" name="consent"><h4>Cookie consent</h4><p>We use cookies to learn which pages help.</p><button class="md-button md-button--primary">Accept</button></form></div></body></html>`
}

function heading(level: number, title: string): string {
  const id = slug(title)
  return `<h${level} id="${id}">${esc(title)}<a class="headerlink" href="#${id}" title="Permanent link">&para;</a></h${level}>`
}

function code(language: string, text: string): string {
  return `<div class="language-${language} highlight"><pre><span></span><code>${text
    .split('\n')
    .map(
      (line, at) =>
        `<span id="__span-${at}-1"><a id="__codelineno-${at}-1" name="__codelineno-${at}-1"></a>${esc(line)}\n</span>`,
    )
    .join('')}</code></pre></div>`
}

function admonition(kind: string, title: string, text: string): string {
  return `<div class="admonition ${kind}"><p class="admonition-title">${title}</p><p>${text}</p></div>`
}

function table(head: readonly string[], body: readonly string[][]): string {
  return `<div class="md-typeset__scrollwrap"><div class="md-typeset__table"><table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${each(body, (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)}</tbody></table></div></div>`
}

function index(): string {
  return `${heading(1, 'Siltbox')}<p>Siltbox is a small server that keeps the artifacts of your builds close by. One binary, no database, a single configuration file.</p><div class="grid cards"><ul><li><p><strong>Install</strong></p><p><a href="/getting-started/installation/">Installation</a></p></li><li><p><strong>Configure</strong></p><p><a href="/configuration/">Configuration</a></p></li><li><p><strong>Extend</strong></p><p><a href="/plugins/">Plugins</a></p></li></ul></div>`
}

function installation(): string {
  return `${heading(1, 'Installation')}${heading(2, 'Requirements')}<ul><li>Linux 5.4 or newer, macOS 13 or newer</li><li>At least 256 MiB of memory; 1 GiB is recommended</li><li>Go 1.23, only if you build from source</li></ul>
${heading(2, 'Debian and Ubuntu')}${code('console', 'curl -fsSL https://pkg.siltbox.example/key.asc | sudo tee /etc/apt/keyrings/siltbox.asc\nsudo apt install siltbox-server')}
${heading(2, 'Docker')}${code('console', 'docker run -d -p 7420:7420 -v silt:/var/lib/siltbox registry.siltbox.example/siltbox:2.4')}<p>The image runs as user 1742.</p>
${heading(2, 'macOS')}${code('console', 'brew install siltbox/tap/siltbox')}${admonition('warning', 'Windows', 'There are no builds for Windows. Use WSL 2.')}`
}

function quickstart(): string {
  return `${heading(1, 'Quickstart')}<p>Start the server, create a token and push the first artifact:</p>${code('console', 'siltbox serve &\nsiltbox token create laptop --scope=write\nsiltbox push app.tar.gz demo/app@1.0.0')}<p>Artifacts are at <code>http://127.0.0.1:7420/a/demo/app/1.0.0</code>.</p>`
}

function upgrading(): string {
  return `${heading(1, 'Upgrading')}${heading(2, 'From 1.x to 2.x')}<p>Upgrade to 1.8.3 first. Then stop the server, convert the configuration to TOML and run <code>siltbox migrate --chunks</code>. Plan about 12 minutes for every 100 GiB.</p>${admonition('danger', 'No way back', 'Once the chunks are written, 1.x cannot read the folder any more.')}`
}

function configuration(): string {
  return `${heading(1, 'Configuration')}<p>Siltbox reads <code>/etc/siltbox/siltbox.toml</code>. Every option can be set by an environment variable too: <code>SILTBOX_</code>, the section, an underscore and the name, in capitals.</p>${table(
    ['Section', 'What it is about', 'Options'],
    SECTIONS.map(({ name, path, intro, options: all }) => [
      `<a href="${path}"><code>${name}</code></a>`,
      intro,
      String(all.length),
    ]),
  )}`
}

function options({ name, intro, example, options: all }: Section): string {
  const backends = `${heading(2, 'Backends')}${table(
    ['Backend', 'Keeps artifacts in', 'Encryption at rest', 'Locking'],
    BACKENDS.map((one) => [`<code>${one.name}</code>`, one.where, mark(one.isEncrypted), mark(one.isLocked)]),
  )}`
  return `${heading(1, name)}<p>${intro}</p>${table(
    ['Option', 'Type', 'Default', 'Since', 'Description'],
    all.map((one) => [
      `<code>${one.name}</code>`,
      one.type,
      one.fallback === null ? '–' : `<code>${one.fallback}</code>`,
      one.since,
      esc(one.text),
    ]),
  )}${heading(2, 'Example')}${code('toml', `[${name}]\n${all[0]!.name} = ${example}`)}${name === 'storage' ? backends : ''}`
}

function mark(isThere: boolean): string {
  return isThere ? 'Yes' : 'No'
}

function commands(): string {
  return `${heading(1, 'Commands')}${table(
    ['Command', 'What it does', 'Needs an admin token'],
    COMMANDS.map(({ name, path, text, isAdmin }) => [
      `<a href="${path}"><code>siltbox ${name}</code></a>`,
      text,
      mark(isAdmin),
    ]),
  )}<p>What a command returns is listed under <a href="/cli/exit-codes/">exit codes</a>.</p>`
}

function command({ name, text, usage, flags }: Command): string {
  return `${heading(1, `siltbox ${name}`)}<p>${text}</p>${code('console', usage)}${heading(2, 'Flags')}<dl>${each(flags, (flag) => `<dt><code>${esc(flag.name)}</code></dt><dd><p>${esc(flag.text)}</p></dd>`)}</dl>`
}

function exitCodes(): string {
  return `${heading(1, 'Exit codes')}${table(
    ['Code', 'Meaning'],
    EXIT_CODES.map(({ code: number, text }) => [number, text]),
  )}`
}

function plugins(): string {
  return `${heading(1, 'Plugins')}<p>Plugins are separate packages that the server loads at its start.</p><ul>${each(PLUGINS, ({ name, path, text }) => `<li><a href="${path}">${name}</a>: ${text}</li>`)}</ul>`
}

function plugin(one: Plugin): string {
  return `${heading(1, one.name)}<p>${one.text}</p><table class="plugin-meta"><tbody><tr><td><strong>Package</strong></td><td><code>${one.pack}</code></td></tr><tr><td><strong>Version</strong></td><td>${one.version}</td></tr><tr><td><strong>Requires</strong></td><td>Siltbox ${one.needs} or newer</td></tr><tr><td><strong>License</strong></td><td>${one.licence}</td></tr>${one.maintainer ? `<tr><td><strong>Maintainer</strong></td><td>${one.maintainer}</td></tr>` : ''}</tbody></table>${heading(2, 'Installation')}${code('console', `siltbox plugin add ${one.pack}`)}${one.maintainer ? '' : admonition('note', 'Looking for a maintainer', 'Nobody looks after this plugin at the moment.')}`
}

function changelog(at: number): string {
  const { title, releases } = CHANGELOGS[at]!
  const older = CHANGELOGS[at + 1]
  return `${heading(1, title)}${each(releases, ({ version, date, changes }) => `<h2 id="v${version.replaceAll('.', '')}">${version}<small> &ndash; ${date}</small><a class="headerlink" href="#v${version.replaceAll('.', '')}" title="Permanent link">&para;</a></h2><ul>${each(changes, (change) => `<li>${change.replace(/^(\w+):/, '<strong>$1</strong>:')}</li>`)}</ul>`)}${older ? `<p>Older releases: <a href="${older.path}">${older.title}</a></p>` : ''}`
}

function faq(): string {
  return `${heading(1, 'FAQ')}<details class="question"><summary>Can several servers share one bucket?</summary><p>Yes, if the backend has locking. Otherwise one of them has to be read-only.</p></details><details class="question"><summary>How large may an artifact be?</summary><p>Up to 5 TiB with chunks, and 4 GiB over sftp before 2.3.2.</p></details><details class="question"><summary>Is there paid support?</summary><p>Yes, from Kettlewright Systems; see <a href="/community/">Community</a>.</p></details>`
}

function community(): string {
  return `${heading(1, 'Community')}<p>Chat with us in <code>#siltbox</code> on irc.quietnet.example. Security reports go to <a href="mailto:security@siltbox.example">security@siltbox.example</a>; we answer within 3 working days.</p><p>Commercial support is sold by Kettlewright Systems, <a href="mailto:hello@kettlewright.example">hello@kettlewright.example</a>.</p>${heading(2, 'Siltbox Days')}<p>8 October 2026, De Vooruit, Ghent. The call for talks closes on 31 July 2026.</p>`
}

function license(): string {
  return `${heading(1, 'License')}<p>Siltbox is free software under the Mozilla Public License 2.0. Plugins have licenses of their own.</p>`
}
