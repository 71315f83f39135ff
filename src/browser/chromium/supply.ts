import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { ChromiumProcess } from './launch.ts'
import { processStatus } from './process-status.ts'

/** When a process makes room for a new one. */
export interface Recycling {
  maxAgeMs: number
  maxVisits: number
  /** Of all its processes together. */
  maxMemoryBytes: number
  /** Of one process; a page that takes more crashes. */
  maxTabMemoryBytes: number
  /** How long a process is kept warm that nobody uses. */
  maxIdleMs: number
}

/** A process that is kept alive for whoever holds it. */
interface Hold extends Disposable {
  chromium: ChromiumProcess
}

/** A process with one owner. It is looked after like the others, and ends with the supply at the latest. */
export interface OwnChromium extends AsyncDisposable {
  chromium: ChromiumProcess
}

/** The Chromium processes: one warm one that takes all tabs, and old or separate ones on their way out. */
export interface Supply extends AsyncDisposable {
  shared(): Promise<Hold>
  /** A process for one tab only. */
  separate(): Promise<Hold>
  /** A process that is nobody else's for as long as it is wanted; it is gone when its disposal settles. */
  own(): Promise<OwnChromium>
  restarts(): number
  processId(): number | undefined
}

interface Member {
  chromium: ChromiumProcess
  holds: number
  visits: number
  since: number
  lastUse: number
  /** Takes no more tabs, and ends with its last one. */
  retired: boolean
  /** Has an owner who keeps it, however old or idle it is. */
  owned: boolean
  ending: Promise<void> | undefined
}

interface SupplySettings {
  launch(): Promise<ChromiumProcess>
  recycling: Recycling
  log: Log
}

const LOOK_AFTER_MS = 2_000

/**
 * Starts processes when they are asked for and looks after them every two seconds: what hangs, has grown too large or
 * is not used any more is ended. Anything here may happen while a start or an end is under way.
 */
export function createSupply({ launch, recycling, log }: SupplySettings): Supply {
  const members = new Set<Member>()
  const endings = new Set<Promise<void>>()
  let current: Member | undefined
  let starting: Promise<Member> | undefined
  let restarts = 0
  let closed = false

  async function start({ retired = false, owned = false }): Promise<Member> {
    if (closed) throw stopping()
    const chromium = await launch()
    const now = performance.now()
    const uses = { holds: 0, visits: 0, since: now, lastUse: now }
    const member: Member = { chromium, ...uses, retired, owned, ending: undefined }
    members.add(member)
    chromium.ended.addEventListener('abort', () => noticeEnd(member))
    if (closed) {
      await end(member)
      throw stopping()
    }
    return member
  }

  function hold(member: Member): Hold {
    member.holds += 1
    member.visits += 1
    return {
      chromium: member.chromium,
      [Symbol.dispose]() {
        member.holds -= 1
        member.lastUse = performance.now()
        if (member.retired && member.holds === 0) void end(member)
      },
    }
  }

  function retire(member: Member): void {
    member.retired = true
    if (current === member) current = undefined
    if (member.holds === 0) void end(member)
  }

  /** Everything of the process is gone when this settles; it may be called again. */
  function end(member: Member): Promise<void> {
    if (member.ending !== undefined) return member.ending
    members.delete(member)
    if (current === member) current = undefined
    const ending: Promise<void> = Promise.resolve(member.chromium[Symbol.asyncDispose]())
      .catch((failure: unknown) => log.warn({ err: failure }, 'a browser did not end in order'))
      .finally(() => endings.delete(ending))
    endings.add(ending)
    member.ending = ending
    return ending
  }

  function noticeEnd(member: Member): void {
    if (!members.has(member)) return
    if (!member.owned) restarts += 1
    log.warn({ pid: member.chromium.pid }, 'the browser ended unasked')
    void end(member)
  }

  function isDue({ chromium, visits, since }: Member): boolean {
    const old = performance.now() - since > recycling.maxAgeMs
    return old || visits >= recycling.maxVisits || chromium.ended.aborted
  }

  async function lookAfter(member: Member): Promise<void> {
    const unusedMs = member.owned || member.holds > 0 ? 0 : performance.now() - member.lastUse
    if (unusedMs > recycling.maxIdleMs) return retire(member)
    // Nothing has happened since the last look.
    if (unusedMs > LOOK_AFTER_MS) return
    const parts = await member.chromium.parts().catch(() => undefined)
    if (parts === undefined) {
      if (members.has(member)) log.warn({ pid: member.chromium.pid }, 'the browser hangs and is killed')
      return member.chromium.kill()
    }
    const memory = await Promise.all(parts.map(({ pid }) => processStatus(pid)))
    const sizes = memory.map((status) => status?.memoryBytes ?? 0)
    for (const [index, { pid, type }] of parts.entries()) {
      if (type !== 'renderer' || sizes[index]! <= recycling.maxTabMemoryBytes) continue
      log.warn({ pid, bytes: sizes[index] }, 'a page took too much memory and is ended')
      process.kill(pid, 'SIGKILL')
    }
    if (sizes.reduce((sum, size) => sum + size, 0) <= recycling.maxMemoryBytes) return
    if (!member.owned) return retire(member)
    log.warn({ pid: member.chromium.pid }, 'a session took too much memory and is ended')
    member.chromium.kill()
  }

  /** Members whose look is still under way: one that hangs is not asked again meanwhile. */
  const looks = new Set<Member>()
  const rounds = setInterval(() => {
    for (const member of [...members].filter((member) => !looks.has(member))) {
      looks.add(member)
      void lookAfter(member)
        .catch((failure: unknown) => log.warn({ err: failure }, 'a browser could not be looked after'))
        .finally(() => looks.delete(member))
    }
  }, LOOK_AFTER_MS).unref()

  return {
    restarts: () => restarts,
    processId: () => current?.chromium.pid,
    async shared() {
      if (current !== undefined && !isDue(current)) return hold(current)
      if (current !== undefined) retire(current)
      starting ??= start({})
        .then((member) => (current = member))
        .finally(() => (starting = undefined))
      return hold(await starting)
    },
    separate: async () => hold(await start({ retired: true })),
    async own() {
      const member = await start({ owned: true })
      return { chromium: member.chromium, [Symbol.asyncDispose]: () => end(member) }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearInterval(rounds)
      for (const member of members) void end(member)
      await Promise.all([starting?.catch(() => undefined), ...endings])
      await Promise.all(endings)
    },
  }
}

function stopping(): Fault {
  return new Fault('UNAVAILABLE', 'The service is stopping.')
}
