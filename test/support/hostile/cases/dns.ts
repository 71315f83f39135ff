import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { watchConnectionAttempts } from '../connection-attempts.ts'
import { either, fails, gives } from '../hostile-case.ts'
import type { Area } from '../hostile-case.ts'
import { listen } from '../listening.ts'
import { resolverFailure, replaceDns } from '../replace-dns.ts'
import type { NameLookup } from '../replace-dns.ts'
import { startTrap } from '../trap.ts'

type World = Awaited<ReturnType<typeof open>>

/** Loopback plays the public: it is the one address that the service may reach. The trap is what is private. */
const PUBLIC = '127.0.0.1'
/** Allowed, and nobody there. */
const EMPTY_RANGE = Array.from({ length: 1000 }, (_, index) => `127.64.${index >> 8}.${index & 255}`)

async function open() {
  await using opening = new AsyncDisposableStack()
  const trap = opening.use(await startTrap())
  // A connection that is kept would not ask for the name again.
  const server = createServer((_, response) => {
    response.writeHead(200, { connection: 'close' }).end('<p>A public page.</p>')
  })
  // Under the port of the trap, so that only the address tells them apart.
  const site = opening.use(await listen(server, PUBLIC, trap.port))
  const answers: Record<string, NameLookup> = {
    'servfail.hostile.test': resolverFailure('EAI_AGAIN'),
    'cname-loop.hostile.test': resolverFailure('EAI_FAIL'),
    'no-address.hostile.test': () => [],
    'rebind.hostile.test': (turn) => [turn === 1 ? PUBLIC : trap.address],
    'mixed.hostile.test': () => [PUBLIC, trap.address],
    'mixed-reversed.hostile.test': () => [trap.address, PUBLIC],
    'many.hostile.test': () => EMPTY_RANGE,
  }
  const names = opening.use(replaceDns(answers))
  const dialled = opening.use(watchConnectionAttempts())
  const started = opening.move()
  return { trap, site, names, dialled, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

const unresolved = fails('SCRAPE_DNS_RESOLUTION_ERROR')
const url = (name: string) => (world: World) => `http://${name}.hostile.test:${world.site.port}/`
const untouched = ({ trap }: World) => assert.equal(trap.contacts, 0)

/** Names that do not resolve, or resolve to what they should not. */
export const DNS: Area<World> = {
  name: 'dns',
  open,
  cases: [
    { id: 'dns/nxdomain', url: url('nowhere'), outcome: unresolved, isQuick: true },
    {
      id: 'dns/servfail',
      url: url('servfail'),
      outcome: unresolved,
      isQuick: true,
      afterwards: ({ names }) => assert.ok(names.asked('servfail.hostile.test') >= 2, 'it was tried again'),
    },
    { id: 'dns/cname-loop', url: url('cname-loop'), outcome: unresolved, isQuick: true },
    { id: 'dns/no-address', url: url('no-address'), outcome: unresolved, isQuick: true },
    {
      id: 'dns/rebind-ttl0',
      url: url('rebind'),
      outcome: gives({ markdown: /A public page/ }),
      isQuick: true,
      afterwards: untouched,
    },
    {
      // The name has changed its mind by now; that it was public a moment ago opens nothing.
      id: 'dns/rebind-ttl0 (again)',
      url: url('rebind'),
      outcome: fails('FORBIDDEN'),
      isQuick: true,
      afterwards: untouched,
    },
    ...['mixed', 'mixed-reversed'].map((name) => ({
      id: `dns/${name}-a`,
      url: url(name),
      outcome: either(fails('FORBIDDEN'), gives({ markdown: /A public page/ })),
      isQuick: true,
      afterwards: untouched,
    })),
    {
      id: 'dns/a-1000',
      url: ({ site }) => `http://many.hostile.test:${site.port}/`,
      outcome: fails('SCRAPE_SITE_ERROR'),
      isQuick: true,
      afterwards({ dialled, site }) {
        const tried = dialled.at(site.port).filter((address) => EMPTY_RANGE.includes(address))
        assert.ok(tried.length > 0, 'the watch sees what is dialled')
        assert.ok(tried.length <= 3, `${tried.length} addresses were dialled`)
        assert.ok(new Set(tried).size <= 3)
      },
    },
    {
      id: 'dns/long-label',
      url: () => `http://${'a'.repeat(64)}.hostile.test/`,
      outcome: fails('BAD_REQUEST'),
      isQuick: true,
    },
  ],
}
