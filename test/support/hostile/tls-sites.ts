import { createServer as createPlainServer } from 'node:net'
import { createServer } from 'node:https'
import type { ServerOptions } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { TlsOptions } from 'node:tls'
import { createAuthority, selfSigned, trust } from './authority.ts'
import { listen } from './listening.ts'
import type { Trap } from './trap.ts'

/** Every TLS site has its own port and name; the names resolve to loopback. */
export interface TlsSites extends AsyncDisposable {
  names: string[]
  url(site: string): string
}

/** Sites with every kind of certificate and handshake. Meanwhile this process trusts one of the two roots. */
export async function startTlsSites(trap: Trap): Promise<TlsSites> {
  await using opening = new AsyncDisposableStack()
  const root = createAuthority('A root for tests')
  opening.use(trust(root))
  const ports = new Map<string, number>()
  for (const [site, settings] of Object.entries(secureSites(root, trap))) {
    const server = createServer(settings, (_, response) => response.end(`<p>A page over TLS.</p>`))
    server.on('tlsClientError', () => {})
    ports.set(site, opening.use(await listen(server)).port)
  }
  const silent = createPlainServer((socket) => socket.resume())
  ports.set('tls-stall', opening.use(await listen(silent)).port)

  const started = opening.move()
  return {
    names: [...ports.keys()].map(nameOf),
    url: (site) => `https://${nameOf(site)}:${ports.get(site)}/`,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

function nameOf(site: string): string {
  return `${site}.hostile.test`
}

function secureSites(
  root: ReturnType<typeof createAuthority>,
  trap: Trap,
): Record<string, ServerOptions & TlsOptions> {
  const middle = root.below('An intermediate for tests')
  const name = nameOf
  const chained = (site: string) => {
    const { key, cert } = middle.issue({ name: name(site) })
    return { key, cert: cert + middle.cert }
  }
  return {
    sound: chained('sound'),
    expired: root.issue({ name: name('expired'), days: { from: -30, to: -1 } }),
    'not-yet-valid': root.issue({ name: name('not-yet-valid'), days: { from: 1, to: 30 } }),
    'wrong-name': root.issue({ name: 'somebody-else.test' }),
    'self-signed': selfSigned(name('self-signed')),
    'untrusted-root': createAuthority('A root nobody knows').issue({ name: name('untrusted-root') }),
    'chain-missing': middle.issue({ name: name('chain-missing') }),
    revoked: root.issue({ name: name('revoked'), revocationList: `${trap.url}/revoked.crl` }),
    tls10: { ...chained('tls10'), minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
    'sni-required': { SNICallback: onlyFor(name('sni-required'), chained('sni-required')) },
    'alpn-mismatch': { ...chained('alpn-mismatch'), ALPNProtocols: ['gopher/1'] },
  }
}

/** A server with a certificate for one name, and none for clients without SNI. */
function onlyFor(name: string, identity: { key: string; cert: string }): TlsOptions['SNICallback'] {
  return (asked, answer) => {
    if (asked !== name) return answer(new Error('no certificate for this name'))
    answer(null, createSecureContext(identity))
  }
}
