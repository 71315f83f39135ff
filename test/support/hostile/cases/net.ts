import assert from 'node:assert/strict'
import { startFaultProxy } from '../fault-proxy.ts'
import type { LineFault } from '../fault-proxy.ts'
import { startGoAwaySite } from '../go-away-site.ts'
import { either, fails, gives } from '../hostile-case.ts'
import type { Area, HostileCase } from '../hostile-case.ts'
import type { Listening } from '../listening.ts'
import { NET_ANSWERS, PAGE } from '../net-answers.ts'
import { startRawSite } from '../raw-site.ts'

type World = Awaited<ReturnType<typeof open>>

const LINE_FAULTS: Record<string, LineFault> = {
  latency: { kind: 'latency', ms: 200 },
  drip: { kind: 'drip', bytes: 1, everyMs: 200 },
  cut: { kind: 'cut', afterBytes: 60 },
  'black-hole': { kind: 'black hole' },
}

async function open() {
  await using opening = new AsyncDisposableStack()
  const raw = opening.use(await startRawSite(NET_ANSWERS))
  const goAway = opening.use(await startGoAwaySite('at once'))
  const goAwayLate = opening.use(await startGoAwaySite('while it waits'))
  const lines: Record<string, string> = {}
  for (const [name, fault] of Object.entries(LINE_FAULTS)) {
    const line = opening.use(await startFaultProxy(raw.port, fault))
    lines[name] = `http://127.0.0.1:${line.port}/plain`
  }
  const started = opening.move()
  return { raw, goAway, goAwayLate, lines, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** A case whose path is its id. */
function raw(id: string, rest: Omit<HostileCase<World>, 'id' | 'url'>): HostileCase<World> {
  const path = id.replace('net', '')
  return { id, url: ({ raw: { url } }) => url + path, ...rest }
}

function throughLine(name: string, rest: Omit<HostileCase<World>, 'id' | 'url'>): HostileCase<World> {
  return { id: `net/line-${name}`, url: ({ lines }) => lines[name]!, ...rest }
}

function goAway(id: string, site: (world: World) => Listening): HostileCase<World> {
  return {
    id,
    url: (world) => `https://127.0.0.1:${site(world).port}/`,
    outcome: gives({ markdown: PAGE }),
    isQuick: true,
    afterwards: (world) => assert.ok(site(world).connections >= 2, 'it came back on a new connection'),
  }
}

/** A retry is allowed by policy, an unlimited number is not. */
const MAX_TRIES = 4

/** Broken connections, framing and headers. */
export const NET: Area<World> = {
  name: 'net',
  open,
  cases: [
    raw('net/headers-drip', { outcome: fails('SCRAPE_TIMEOUT'), maxGrowthMiB: 100 }),
    raw('net/hang-after-headers', { outcome: fails('SCRAPE_TIMEOUT') }),
    raw('net/rst-before', {
      outcome: fails('SCRAPE_SITE_ERROR'),
      isQuick: true,
      afterwards: ({ raw: site }) => assert.ok(site.heads('/rst-before').length <= MAX_TRIES),
    }),
    raw('net/rst-once', { outcome: gives({ markdown: /plain page/ }), isQuick: true }),
    raw('net/rst-mid-body', { outcome: fails('SCRAPE_SITE_ERROR'), isQuick: true }),
    raw('net/short-body', {
      outcome: either(fails('SCRAPE_SITE_ERROR'), gives({ warning: /cut|truncat|incomplete/i })),
      isQuick: true,
    }),
    raw('net/broken-chunked', { outcome: fails('SCRAPE_SITE_ERROR'), isQuick: true }),
    raw('net/te-and-cl', {
      outcome: either(fails('SCRAPE_SITE_ERROR'), gives({ markdown: /^chunked$/ })),
      isQuick: true,
      afterwards: ({ raw: site }) => assert.equal(site.heads('/smuggled').length, 0),
    }),
    raw('net/bad-status-line', { outcome: fails('SCRAPE_SITE_ERROR'), isQuick: true }),
    raw('net/status-205-body', {
      outcome: either(fails('SCRAPE_SITE_ERROR'), gives({ statusCode: 205 })),
      isQuick: true,
    }),
    raw('net/http09', { outcome: fails('SCRAPE_SITE_ERROR'), isQuick: true }),
    raw('net/headers-huge', { outcome: fails('SCRAPE_SITE_ERROR'), maxGrowthMiB: 100, isQuick: true }),
    raw('net/headers-many', { outcome: fails('SCRAPE_SITE_ERROR'), isQuick: true }),
    raw('net/header-crlf', { outcome: either(fails('SCRAPE_SITE_ERROR'), gives()), isQuick: true }),
    raw('net/header-nul', { outcome: either(fails('SCRAPE_SITE_ERROR'), gives()), isQuick: true }),
    raw('net/cookie-bomb', {
      outcome: either(fails('SCRAPE_SITE_ERROR'), gives({ markdown: PAGE })),
      isQuick: true,
      afterwards: ({ raw: site }) => site.heads('/plain').forEach(assertModest),
    }),
    raw('net/cookie-chain', {
      outcome: gives({ markdown: PAGE }),
      isQuick: true,
      afterwards({ raw: site }) {
        const last = site.heads('/cookie-chain-end')
        assert.equal(last.length, 1)
        assertModest(last[0]!)
      },
    }),
    goAway('net/h2-goaway', ({ goAway }) => goAway),
    goAway('net/h2-goaway-late', ({ goAwayLate }) => goAwayLate),
    raw('net/103-flood', { outcome: fails('SCRAPE_SITE_ERROR'), maxGrowthMiB: 100, isQuick: true }),
    raw('net/103-endless', {
      outcome: fails('SCRAPE_SITE_ERROR', 'SCRAPE_TIMEOUT'),
      maxGrowthMiB: 100,
    }),
    throughLine('latency', { outcome: gives({ markdown: PAGE }), isQuick: true }),
    throughLine('drip', { outcome: fails('SCRAPE_TIMEOUT') }),
    throughLine('cut', { outcome: fails('SCRAPE_SITE_ERROR'), isQuick: true }),
    throughLine('black-hole', { outcome: fails('SCRAPE_TIMEOUT') }),
  ],
}

function assertModest(head: string): void {
  assert.ok(head.length < 64 * 1024, `a request had ${head.length} bytes of headers`)
}
