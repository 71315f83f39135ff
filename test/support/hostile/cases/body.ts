import assert from 'node:assert/strict'
import { bodies } from '../bodies.ts'
import { both, either, fails, gives } from '../hostile-case.ts'
import type { Answer, Area, HostileCase } from '../hostile-case.ts'
import { startTrap } from '../trap.ts'
import { startWebSite } from '../web-site.ts'

type World = Awaited<ReturnType<typeof open>>

async function open() {
  await using opening = new AsyncDisposableStack()
  const trap = opening.use(await startTrap())
  const site = opening.use(await startWebSite(bodies(trap.url)))
  const started = opening.move()
  return { trap, site, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** A case whose path has the name of its id. */
function on(id: string, rest: Omit<HostileCase<World>, 'id' | 'url'>): HostileCase<World> {
  return { id, url: ({ site }) => site.url + id.replace('body', ''), ...rest }
}

function quick(id: string, outcome: HostileCase<World>['outcome']): HostileCase<World> {
  return on(id, { outcome, isQuick: true })
}

/** The caps are on what is read and on what it becomes: 50 MiB each. */
const tooLarge = fails('SCRAPE_UNSUPPORTED_FILE_ERROR')
const unreadable = fails('SCRAPE_SITE_ERROR')
const text = (markdown: RegExp) => gives({ markdown })
const short = ({ body }: Answer) => assert.ok(JSON.stringify(body).length < 100_000, 'nothing was expanded')
const noFile = ({ body }: Answer) => assert.doesNotMatch(JSON.stringify(body), /root:.*:0:0/)

/** Bodies that are endless, lie about themselves, or are built to break their reader. */
export const BODY: Area<World> = {
  name: 'body',
  open,
  cases: [
    on('body/endless', { outcome: tooLarge, timeoutMs: 10_000, maxGrowthMiB: 200 }),
    on('body/gzip-bomb', { outcome: tooLarge, timeoutMs: 20_000, maxGrowthMiB: 100 }),
    on('body/br-bomb', { outcome: tooLarge, timeoutMs: 20_000, maxGrowthMiB: 100 }),
    on('body/zstd-bomb', { outcome: tooLarge, timeoutMs: 20_000, maxGrowthMiB: 100 }),
    on('body/gzip-in-gzip', { outcome: tooLarge, timeoutMs: 20_000, maxGrowthMiB: 100 }),
    quick('body/encodings-50', unreadable),
    quick('body/gzip-corrupt', either(unreadable, gives({ warning: /cut|broken|incomplete/i }))),
    quick('body/gzip-garbled', either(unreadable, gives({ warning: /cut|broken|incomplete/i }))),
    quick('body/wrong-encoding', either(unreadable, text(/A page that was compressed/))),
    quick('body/wrong-encoding-br', either(unreadable, text(/A page that was compressed/))),
    quick('body/no-content-type', text(/^Found out by looking\.$/)),
    quick('body/zero-byte', gives({ markdown: /^$/, warning: /./ })),
    // Kept in the cache too, whose database refuses NUL.
    on('body/nul-bytes', { outcome: text(/^before.?after$/), request: { maxAge: 60_000 }, isQuick: true }),
    quick('body/lone-surrogate', text(/^one \ufffd two .+ three$/)),
    quick('body/lone-surrogate-json', text(/"a"/)),
    quick('body/lone-surrogate-utf16', text(/^one \ufffd two$/)),
    quick('body/bom-utf16le', text(/^naïve Ωmega$/)),
    quick('body/charset-unknown', text(/^café$/)),
    quick('body/iso2022jp', text(/^日本語$/)),
    quick('body/gb18030', text(/^中文𠀀$/u)),
    quick('body/utf7', text(/\+ADw-script\+AD4-/)),
    on('body/html-50mb', {
      outcome: either(tooLarge, fails('SCRAPE_TIMEOUT'), text(/A line of a very long page/)),
      timeoutMs: 30_000,
    }),
    on('body/line-100mb', { outcome: tooLarge, timeoutMs: 10_000, maxGrowthMiB: 200 }),
    quick('body/svg-bomb', both(gives(), short)),
    quick('body/svg-inline', text(/A page with a picture/)),
    quick('body/json-deep', gives()),
    quick('body/json-ld-deep', text(/A page with data/)),
    quick('body/xml-laughs', both(gives(), short)),
    quick('body/xhtml-laughs', both(text(/end/), short)),
    quick('body/xml-xxe', both(text(/end/), noFile)),
    on('body/xml-remote-dtd', {
      outcome: text(/end/),
      isQuick: true,
      afterwards: ({ trap }) => assert.equal(trap.contacts, 0),
    }),
    on('body/sitemap-loop', {
      outcome: gives(),
      isQuick: true,
      afterwards: ({ site }) => assert.equal(site.requests('/sitemap-loop').length, 1),
    }),
    on('body/sitemap-million', {
      outcome: either(tooLarge, fails('SCRAPE_TIMEOUT'), gives()),
      timeoutMs: 30_000,
      maxGrowthMiB: 400,
    }),
  ],
}
