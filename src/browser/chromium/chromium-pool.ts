import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { ChromiumProcess } from './process/launch.ts'
import { processStatus } from './process/run-folder.ts'

export interface Recycling {
  maxAgeMs: number
  maxVisits: number
  /** Of all its processes together. */
  maxMemoryBytes: number
  /** Of one process; a page that takes more crashes. */
  maxTabMemoryBytes: number
  maxIdleMs: number
}

interface Hold extends Disposable {
  chromium: ChromiumProcess
}

export interface DedicatedChromium extends AsyncDisposable {
  chromium: ChromiumProcess
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

interface ChromiumPoolSettings {
  launch(): Promise<ChromiumProcess>
  recycling: Recycling
  log: Log
}

const CHECK_MS = 2_000

// One warm process takes all tabs; old or separate ones are on their way out. What hangs, is too large or idle is
// ended. Anything here may happen while a start or an end is under way.
export class ChromiumPool implements AsyncDisposable {
  restarts = 0
  readonly #settings: ChromiumPoolSettings
  readonly #members = new Set<Member>()
  readonly #endings = new Set<Promise<void>>()
  #current: Member | undefined
  #starting: Promise<Member> | undefined
  #closed = false
  /** Members whose look is still under way: one that hangs is not asked again meanwhile. */
  readonly #looks = new Set<Member>()
  readonly #rounds = setInterval(() => this.#lookAfterAll(), CHECK_MS).unref()

  constructor(settings: ChromiumPoolSettings) {
    this.#settings = settings
  }

  get processId(): number | undefined {
    return this.#current?.chromium.pid
  }

  async shared(): Promise<Hold> {
    if (this.#current !== undefined && !this.#isDue(this.#current)) return this.#hold(this.#current)
    if (this.#current !== undefined) this.#retire(this.#current)
    this.#starting ??= this.#start({})
      .then((member) => (this.#current = member))
      .finally(() => (this.#starting = undefined))
    return this.#hold(await this.#starting)
  }

  async separate(): Promise<Hold> {
    return this.#hold(await this.#start({ retired: true }))
  }

  async startDedicated(): Promise<DedicatedChromium> {
    const member = await this.#start({ owned: true })
    return { chromium: member.chromium, [Symbol.asyncDispose]: () => this.#end(member) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    clearInterval(this.#rounds)
    for (const member of this.#members) void this.#end(member)
    await Promise.all([this.#starting?.catch(() => undefined), ...this.#endings])
    await Promise.all(this.#endings)
  }

  async #start({ retired = false, owned = false }): Promise<Member> {
    if (this.#closed) throw stopping()
    const chromium = await this.#settings.launch()
    const now = performance.now()
    const uses = { holds: 0, visits: 0, since: now, lastUse: now }
    const member: Member = { chromium, ...uses, retired, owned, ending: undefined }
    this.#members.add(member)
    chromium.ended.addEventListener('abort', () => this.#noticeEnd(member))
    if (this.#closed) {
      await this.#end(member)
      throw stopping()
    }
    return member
  }

  #hold(member: Member): Hold {
    member.holds += 1
    member.visits += 1
    return {
      chromium: member.chromium,
      [Symbol.dispose]: () => {
        member.holds -= 1
        member.lastUse = performance.now()
        if (member.retired && member.holds === 0) void this.#end(member)
      },
    }
  }

  #retire(member: Member): void {
    member.retired = true
    if (this.#current === member) this.#current = undefined
    if (member.holds === 0) void this.#end(member)
  }

  /** Everything of the process is gone when this settles; it may be called again. */
  #end(member: Member): Promise<void> {
    if (member.ending !== undefined) return member.ending
    this.#members.delete(member)
    if (this.#current === member) this.#current = undefined
    const ending: Promise<void> = Promise.resolve(member.chromium[Symbol.asyncDispose]())
      .catch((failure: unknown) =>
        this.#settings.log.warn({ err: failure }, 'a browser did not end in order'),
      )
      .finally(() => this.#endings.delete(ending))
    this.#endings.add(ending)
    member.ending = ending
    return ending
  }

  #noticeEnd(member: Member): void {
    if (!this.#members.has(member)) return
    if (!member.owned) this.restarts += 1
    this.#settings.log.warn({ pid: member.chromium.pid }, 'the browser ended unasked')
    void this.#end(member)
  }

  #isDue({ chromium, visits, since }: Member): boolean {
    const { maxAgeMs, maxVisits } = this.#settings.recycling
    return performance.now() - since > maxAgeMs || visits >= maxVisits || chromium.ended.aborted
  }

  #lookAfterAll(): void {
    for (const member of [...this.#members].filter((one) => !this.#looks.has(one))) {
      this.#looks.add(member)
      void this.#lookAfter(member)
        .catch((failure: unknown) =>
          this.#settings.log.warn({ err: failure }, 'a browser could not be looked after'),
        )
        .finally(() => this.#looks.delete(member))
    }
  }

  async #lookAfter(member: Member): Promise<void> {
    const { recycling, log } = this.#settings
    const unusedMs = member.owned || member.holds > 0 ? 0 : performance.now() - member.lastUse
    if (unusedMs > recycling.maxIdleMs) return this.#retire(member)
    // Nothing has happened since the last look.
    if (unusedMs > CHECK_MS) return
    const parts = await member.chromium.parts().catch(() => undefined)
    if (parts === undefined) {
      if (this.#members.has(member)) log.warn({ pid: member.chromium.pid }, 'the browser hangs and is killed')
      return member.chromium.kill()
    }
    if ((await this.#memoryOf(parts)) <= recycling.maxMemoryBytes) return
    if (!member.owned) return this.#retire(member)
    log.warn({ pid: member.chromium.pid }, 'a session took too much memory and is ended')
    member.chromium.kill()
  }

  async #memoryOf(parts: Awaited<ReturnType<ChromiumProcess['parts']>>): Promise<number> {
    const memory = await Promise.all(parts.map(({ pid }) => processStatus(pid)))
    const sizes = memory.map((status) => status?.memoryBytes ?? 0)
    for (const [index, { pid, type }] of parts.entries()) {
      if (type !== 'renderer' || sizes[index]! <= this.#settings.recycling.maxTabMemoryBytes) continue
      this.#settings.log.warn({ pid, bytes: sizes[index] }, 'a page took too much memory and is ended')
      process.kill(pid, 'SIGKILL')
    }
    return sizes.reduce((sum, size) => sum + size, 0)
  }
}

function stopping(): Fault {
  return new Fault('UNAVAILABLE', 'The service is stopping.')
}
