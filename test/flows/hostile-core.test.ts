import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { BODY } from '../support/hostile/cases/body.ts'
import { DNS } from '../support/hostile/cases/dns.ts'
import { NET } from '../support/hostile/cases/net.ts'
import { REDIRECT } from '../support/hostile/cases/redirect.ts'
import { TLS } from '../support/hostile/cases/tls.ts'
import { startTrap } from '../support/hostile/trap.ts'
import { HOSTILE_ENVIRONMENT, tryArea } from '../support/hostile/try-area.ts'
import { tryUploads } from '../support/hostile/try-uploads.ts'
import { waitUntil } from '../support/wait-until.ts'

describe('hostile targets', () => {
  const app = useApp(HOSTILE_ENVIRONMENT)
  tryArea(app, NET, { onlyQuick: true })
  tryArea(app, TLS, { onlyQuick: true })
  tryArea(app, DNS, { onlyQuick: true })
  tryArea(app, REDIRECT, { onlyQuick: true })
  tryArea(app, BODY, { onlyQuick: true })
  tryUploads(app, { onlyQuick: true })
})

describe('a trap', () => {
  it('counts connections and datagrams', async () => {
    await using trap = await startTrap()
    assert.equal(await (await fetch(trap.url)).text(), 'internal')
    assert.equal(trap.contacts, 1)
    const socket = createSocket('udp4')
    socket.send('knock', trap.port, trap.address)
    await waitUntil(() => trap.contacts === 2)
    socket.close()
    await once(socket, 'close')
  })
})
