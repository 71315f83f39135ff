import assert from 'node:assert/strict'
import { fails, gives } from '../hostile-case.ts'
import type { Area, HostileCase, Outcome } from '../hostile-case.ts'
import { replaceDns } from '../replace-dns.ts'
import { startTlsSites } from '../tls-sites.ts'
import { startTrap } from '../trap.ts'

type World = Awaited<ReturnType<typeof open>>

async function open() {
  await using opening = new AsyncDisposableStack()
  const trap = opening.use(await startTrap())
  const sites = opening.use(await startTlsSites(trap))
  opening.use(replaceDns(Object.fromEntries(sites.names.map((name) => [name, () => ['127.0.0.1']]))))
  const started = opening.move()
  return { trap, sites, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

const page = gives({ markdown: /A page over TLS/ })
const refused = fails('SCRAPE_SSL_ERROR')

function strictly(site: string, outcome: Outcome): HostileCase<World> {
  return {
    id: `tls/${site}`,
    url: ({ sites }) => sites.url(site),
    request: { skipTlsVerification: false },
    outcome,
    isQuick: true,
  }
}

function leniently(site: string, outcome: Outcome): HostileCase<World> {
  return {
    ...strictly(site, outcome),
    id: `tls/${site} (unverified)`,
    request: { skipTlsVerification: true },
  }
}

/** Certificates that do not hold: refused with a clear code, taken when the caller does not want to know. */
const UNTRUSTED = ['expired', 'not-yet-valid', 'wrong-name', 'self-signed', 'untrusted-root', 'chain-missing']

/** Certificates and handshakes that are wrong. */
export const TLS: Area<World> = {
  name: 'tls',
  open,
  cases: [
    strictly('sound', page),
    ...UNTRUSTED.flatMap((site) => [strictly(site, refused), leniently(site, page)]),
    {
      // Like other HTTP clients we do not ask whether a certificate was revoked, least of all where it tells us to.
      ...strictly('revoked', page),
      afterwards: ({ trap }) => assert.equal(trap.contacts, 0),
    },
    strictly('tls10', refused),
    leniently('tls10', refused),
    { ...leniently('tls-stall', fails('SCRAPE_TIMEOUT')), isQuick: false },
    strictly('sni-required', page),
    strictly('alpn-mismatch', fails('SCRAPE_SSL_ERROR', 'SCRAPE_SITE_ERROR')),
  ],
}
