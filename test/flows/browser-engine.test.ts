import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { browserAccount } from '../../src/browser/chromium/install/home.ts'
import {
  browserProcessesOf,
  commandLine,
  withTab,
  longVisit,
  newFolder,
  timeoutSignal,
  runFolders,
  useEngineFixture,
  visit,
} from '../support/engine-fixture.ts'
import { isFault } from '../support/is-fault.ts'
import { killNow } from '../support/kill-now.ts'
import { waitUntil } from '../support/wait-until.ts'

const account = browserAccount()
const ground = useEngineFixture()

async function targetsOf(browser: Browser): Promise<string[]> {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  await session.detach()
  return targetInfos.map(({ url }) => url)
}

describe('without a browser', () => {
  for (const [name, configured, reason] of [
    ['a path that leads nowhere', '/nowhere/chrome', /WINNOW_CHROMIUM: \/nowhere\/chrome .*no such file/],
    ['a program that is no browser', '/bin/true', /WINNOW_CHROMIUM: \/bin\/true .*does not tell its version/],
    ['a file that is no program', '/etc/passwd', /WINNOW_CHROMIUM: \/etc\/passwd .*does not start/],
  ] as const) {
    it(`${name} is told`, async (test) => {
      const engine = ground.newEngine(test, { configured })
      await assert.rejects(visit(engine), isFault('UNAVAILABLE', reason))
      assert.match(engine.unavailable()!, reason)
    })
  }

  it('a data directory that cannot be used is told', async (test) => {
    const folder = await newFolder(test)
    await writeFile(join(folder, 'file'), '')
    const engine = ground.newEngine(test, { dataDir: join(folder, 'file', 'data') })
    await assert.rejects(visit(engine), isFault('UNAVAILABLE', /no folder to work in/))
  })

  it('it is said that it is being unpacked only while it is', async (test) => {
    const engine = ground.newEngine(test)
    assert.equal(engine.isPreparing(), false)
    engine.prepare()
    assert.equal(engine.isPreparing(), true)
    assert.equal(engine.unavailable(), undefined)
    assert.equal(await visit(engine), 'hello')
    assert.equal(engine.isPreparing(), false)
  })
})

describe('a visit', () => {
  const warm = ground.groupEngine()

  it('has a context of its own and leaves nothing', async () => {
    const engine = warm()
    const browsers: Browser[] = []
    const cookies = () =>
      withTab(engine, async ({ context, page }) => {
        browsers.push(context.browser()!)
        await page.goto('http://site.test/')
        const before = await page.evaluate('document.cookie + localStorage.length')
        await page.evaluate(`document.cookie = 'who=me'; localStorage.setItem('who', 'me')`)
        return before
      })
    assert.deepEqual([await cookies(), await cookies()], ['0', '0'])
    assert.equal(browsers[0], browsers[1])
    assert.deepEqual(await targetsOf(browsers[0]!), [])
    assert.deepEqual(browsers[0]!.contexts(), [])
    assert.equal(engine.counts().openTabs, 0)
  })

  it('fails as what it does fails, and only then', async () => {
    const engine = warm()
    await assert.rejects(
      withTab(engine, () => Promise.reject(new Error('mine'))),
      /mine/,
    )
    await assert.rejects(
      withTab(engine, ({ page }) => page.click('#missing', { timeout: 50 })),
      /Timeout 50ms/,
    )
    assert.equal(await visit(engine), 'hello')
    assert.equal(engine.counts().restarts, 0)
  })

  it('waits for its turn, in order, and no longer than its signal', async (test) => {
    const engine = ground.newEngine(test, { maxTabs: 1 })
    const first = longVisit(engine)
    await first.opened
    const order: number[] = []
    const patient = new AbortController()
    const [second, impatient, third] = [
      visit(engine).then(() => order.push(2)),
      withTab(engine, async () => assert.fail('never runs'), patient.signal),
      visit(engine).then(() => order.push(3)),
    ]
    assert.deepEqual([engine.counts().openTabs, engine.counts().waiting], [1, 3])
    patient.abort(new Error('too late'))
    await assert.rejects(impatient, /too late/)
    first.end()
    await Promise.all([first.ended, second, third])
    assert.deepEqual(order, [2, 3])
    assert.deepEqual([engine.counts().openTabs, engine.counts().waiting], [0, 0])
  })

  for (const path of ['/loop', '/late-loop', '/alerts', '/leaving', '/windows', '/history', '/workers']) {
    it(`of ${path} that is given up is answered, and its tab closed, beside others`, async () => {
      const engine = warm()
      const other = longVisit(engine)
      const browser = (await other.opened).context.browser()!
      const given = new AbortController()
      const stuck = longVisit(engine, path, given.signal)
      stuck.opened.catch(() => {})
      await waitUntil(() => ground.asked.includes('http://site.test/ran'))
      given.abort(new Error('given up'))
      await assert.rejects(stuck.ended, /given up/)
      await waitUntil(() => engine.counts().openTabs === 1)
      assert.deepEqual(await targetsOf(browser), ['http://site.test/'])
      other.end()
      assert.equal(await other.ended, 'A page')
      assert.equal(other.runs(), 1)
      assert.deepEqual(await targetsOf(browser), [])
    })
  }
})

describe('the way out', () => {
  const warm = ground.groupEngine()

  it('is the gate alone: for names, for this machine, for sockets', async () => {
    await withTab(warm(), async ({ page }) => {
      await page.goto('http://127.0.0.1:8765/start')
      await page.evaluate(`(async () => {
        await fetch('https://name.test/').catch(() => {})
        await fetch('http://localhost:9222/json').catch(() => {})
        await new Promise((resolve) => (new WebSocket('ws://[::1]:8765/').onerror = resolve))
      })()`)
    })
    for (const expected of [
      'http://127.0.0.1:8765/start',
      'CONNECT name.test:443',
      'http://localhost:9222/json',
      'CONNECT [::1]:8765',
    ]) {
      assert.ok(ground.asked.includes(expected), `${expected} in ${ground.asked.join(' ')}`)
    }
    const hosts = ground.asked.map((url) => new URL(url.replace('CONNECT ', 'http://')).hostname)
    assert.deepEqual(
      hosts.filter((host) => !['127.0.0.1', 'name.test', 'localhost', '[::1]'].includes(host)),
      [],
    )
  })

  it('has no side door for a context that asks for one', async () => {
    const context = { proxy: { server: ground.proxyServer, bypass: '127.0.0.1' } }
    await warm().withTab(context, timeoutSignal(), ({ page }) => page.goto('http://127.0.0.1:8765/side'))
    assert.ok(ground.asked.includes('http://127.0.0.1:8765/side'))
  })

  it('lets no packet of WebRTC pass', async (test) => {
    const listener = createSocket('udp4')
    test.after(() => void listener.close())
    listener.bind(0, '127.0.0.1')
    await once(listener, 'listening')
    let packets = 0
    listener.on('message', () => (packets += 1))
    const gathered = await withTab(warm(), async ({ page }) => {
      await page.goto('http://site.test/')
      return await page.evaluate<string>(`(async () => {
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${listener.address().port}' }] })
        peer.createDataChannel('x')
        await peer.setLocalDescription()
        await new Promise((resolve) => {
          peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve()
        })
        return peer.localDescription.sdp
      })()`)
    })
    assert.match(gathered, /m=application/)
    assert.doesNotMatch(gathered, /a=candidate/)
    assert.equal(packets, 0)
  })
})

describe('the browser', () => {
  const warm = ground.groupEngine()

  it('runs unprivileged, its pages in a sandbox', async () => {
    const { opened, end, ended } = longVisit(warm())
    const session = await (await opened).context.browser()!.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const status = (type: string) =>
      readFileSync(`/proc/${processInfo.find((part) => part.type === type)!.id}/status`, 'utf8')
    for (const type of ['browser', 'renderer'])
      assert.match(status(type), new RegExp(`^Uid:\\t${account.uid}\\t`, 'm'))
    assert.notEqual(account.uid, 0)
    assert.match(status('renderer'), /^Seccomp:\t2$/m)
    assert.match(status('renderer'), /^NSpid:\t\d+\t\d+/m)
    end()
    await ended
  })

  it('has letters for what the world writes', async () => {
    const fonts = await withTab(warm(), async ({ context, page }) => {
      await page.goto('http://site.test/letters')
      const session = await context.newCDPSession(page)
      await session.send('DOM.enable')
      await session.send('CSS.enable')
      const { root } = await session.send('DOM.getDocument')
      const of = async (selector: string) => {
        const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
        return (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(
          (font) => font.familyName,
        )
      }
      return { all: await of('#all'), emoji: await of('i') }
    })
    for (const name of ['SC', 'KR', 'Devanagari', 'Thai']) {
      assert.ok(
        fonts.all.some((font) => font.startsWith(`Noto Sans ${name}`)),
        `${name} in ${fonts.all.join(', ')}`,
      )
    }
    // What joins the parts of one may be of another font.
    assert.ok(fonts.emoji.includes('Noto Color Emoji'), fonts.emoji.join(', '))
  })
})

describe('a browser', () => {
  it('that is killed is replaced, and the visits on it run again', async (test) => {
    const engine = ground.newEngine(test)
    const visits = [longVisit(engine), longVisit(engine)]
    await Promise.all(visits.map(({ opened }) => opened))
    const { processId } = engine.counts()
    killNow(processId!)
    await waitUntil(() => engine.counts().restarts === 1)
    for (const { end } of visits) end()
    assert.deepEqual(await Promise.all(visits.map(({ ended }) => ended)), ['A page', 'A page'])
    assert.deepEqual(
      visits.map(({ runs }) => runs()),
      [2, 2],
    )
    assert.equal(await visit(engine), 'hello')
    assert.notEqual(engine.counts().processId, processId)
    assert.equal(engine.counts().restarts, 1)
    assert.equal(commandLine(processId!), '')
  })

  it('ends when nobody uses it', async (test) => {
    const engine = ground.newEngine(test, { recycling: { maxIdleMs: 1 } })
    await visit(engine)
    await waitUntil(
      () => browserProcessesOf(ground.dataDir).length === 0 && runFolders(ground.dataDir).length === 0,
    )
    assert.equal(engine.counts().processId, undefined)
    assert.equal(await visit(engine), 'hello')
  })
})

describe('the end', () => {
  it('of the engine is the end of its visits, its processes and its folders', async (test) => {
    const engine = ground.newEngine(test, { maxTabs: 2 })
    const running = [longVisit(engine), longVisit(engine, '/late-loop')]
    await Promise.all(running.map(({ opened }) => opened))
    const waiting = visit(engine)
    const refusals = [...running.map(({ ended }) => ended), waiting].map((visit) =>
      assert.rejects(visit, isFault('UNAVAILABLE', /stopping/)),
    )
    await engine[Symbol.asyncDispose]()
    await Promise.all(refusals)
    assert.deepEqual(browserProcessesOf(ground.dataDir), [])
    assert.deepEqual(runFolders(ground.dataDir), [])
    await assert.rejects(visit(engine), isFault('UNAVAILABLE', /stopping/))
  })
})
