import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { LOCAL_PROGRAM, localSettings } from '../support/mcp-transports.ts'
import { inCheckout, runNode } from '../support/run-node.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

/** The published inspector, unchanged; `--strict` ends with a failure when a schema would not suit every client. */
const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'

const PLACES: Record<string, () => string[]> = {
  'the hosted server': () =>
    words(`${app().url}/v2/mcp --transport http --header`, `Authorization: Bearer ${API_KEY}`),
  'the server of this machine': () => {
    const settings = Object.entries(localSettings(app().url, API_KEY))
    const given = settings.flatMap(([name, value]) => ['-e', `${name}=${value}`])
    return [process.execPath, inCheckout(LOCAL_PROGRAM), ...given]
  },
}

/** A line as words, and one more that may have spaces. */
function words(line: string, last: string): string[] {
  return [...line.split(' '), last]
}

async function inspect(place: string, era: string, asked: string[]) {
  const how = ['--protocol-era', era, '--format', 'json']
  const { code, out, err } = await runNode(INSPECTOR, ['--cli', ...PLACES[place]!(), ...how, ...asked])
  assert.equal(code, 0, err)
  return { result: JSON.parse(out).result, err }
}

for (const place of Object.keys(PLACES)) {
  for (const era of ['legacy', 'modern']) {
    describe(`the published inspector with ${place}, ${era} era`, () => {
      it('finds nothing wrong with the schemas of the tools', async () => {
        const { result, err } = await inspect(place, era, ['--method', 'tools/list', '--strict'])
        assert.ok(result.tools.length > 3)
        assert.doesNotMatch(err, /Error:/)
      })

      it('scrapes a page', async () => {
        const call = words(
          '--method tools/call --tool-name winnow_scrape --tool-arg',
          `url=${site.url}/article`,
        )
        const { result } = await inspect(place, era, call)
        assert.match(result.structuredContent.markdown, /^# /m)
      })
    })
  }
}
