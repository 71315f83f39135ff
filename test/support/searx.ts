import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

/** The start command of the Debian package `searx`. */
const PROGRAM = '/usr/bin/searx-run'

export function isSearxInstalled(): boolean {
  return existsSync(PROGRAM)
}

export interface Searx extends AsyncDisposable {
  url: string
}

/**
 * A real searx server on loopback, whose only engines read JSON from `engineUrl`, one each for pages and
 * news.
 */
export async function startSearx(engineUrl: string): Promise<Searx> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'searx-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const settings = join(folder, 'settings.yml')
  await writeFile(settings, settingsFor(port, engineUrl))
  const child = spawn(PROGRAM, {
    env: { PATH: process.env['PATH'], HOME: folder, SEARX_SETTINGS_PATH: settings },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  opening.defer(async () => {
    // Kills the whole process group.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`searx ended with ${child.exitCode}`)
    return await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  }, 60_000)
  const open = opening.move()
  return { url, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

function settingsFor(port: number, engineUrl: string): string {
  const engine = (name: string, category: string) => `
  - name: ${name}
    engine: json_engine
    shortcut: ${name}
    categories: ${category}
    paging: true
    search_url: ${engineUrl}/${category}?q={query}&page={pageno}
    results_query: results
    url_query: url
    title_query: title
    content_query: text
    enable_http: true
    timeout: 10.0`
  // The package has no defaults: every setting must be present.
  return `
general: { debug: false, instance_name: test, contact_url: false }
brand: { git_url: "", git_branch: "", issue_url: "", docs_url: "", public_instances: "", wiki_url: "", twitter_url: "" }
search: { safe_search: 0, autocomplete: "", default_lang: "", ban_time_on_fail: 0, max_ban_time_on_fail: 0 }
server:
  port: ${port}
  bind_address: 127.0.0.1
  secret_key: a-secret-for-tests
  base_url: false
  image_proxy: false
  http_protocol_version: "1.0"
  method: GET
  default_http_headers: {}
ui:
  static_path: /usr/share/python3-searx/static
  templates_path: /usr/share/python3-searx/templates
  default_theme: oscar
  default_locale: ""
outgoing: { request_timeout: 10.0 }
doi_resolvers: { none: "http://127.0.0.1:1/" }
default_doi_resolver: none
locales: { en: English }
engines:${engine('pages', 'general')}${engine('papers', 'news')}
`
}
