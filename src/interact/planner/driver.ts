import type { Deed, Stage, StageFile, ViewElement } from '../../browser/browser.ts'
import type { TakenAction } from '../run.ts'
import { CannotDo } from './cannot-do.ts'
import type { Guards } from './guards.ts'
import { changesBetween } from './page/changes.ts'
import type { Changes } from './page/changes.ts'
import { PageTree } from './page/page-tree.ts'

/** An instruction that needs more actions than this goes round in circles. */
const MOST_DEEDS = 200
/** Many pages show the effect of a click a moment later. */
const LATE_EFFECT_MS = [120, 200, 300]

/** The page while an instruction runs: looks at it, acts on it, and records both. */
export class Driver {
  readonly stage: Stage
  readonly signal: AbortSignal
  readonly guards: Guards
  /** The files of the caller by their names. */
  readonly file: (name: string) => StageFile | undefined
  readonly actions: TakenAction[] = []
  /** The page before the last action that changed it: text that is new since then is the result of that action. */
  former: PageTree | undefined
  /** The element that the last command was about: `it`. */
  last: ViewElement | undefined
  /** What that element is called: pages may replace it by another one. */
  subject: string | undefined
  /** Dialogs that an action has opened; others came by themselves. */
  readonly opened = new Set<string>()
  /** What the last command searched for. */
  query: string | undefined
  /** Questions of the browser (confirm, prompt, alert) that no command has answered yet. */
  readonly questions: ReturnType<Stage['dialogs']> = []
  readonly #lasting = new Set<string>()
  #tree: PageTree | undefined
  #deeds = 0
  #actedAt = -Infinity

  constructor(stage: Stage, guards: Guards, signal: AbortSignal, file: Driver['file'] = () => undefined) {
    this.file = file
    this.stage = stage
    this.guards = guards
    this.signal = signal
  }

  /** The page as it is; it is looked at again only after an action. */
  async tree(): Promise<PageTree> {
    this.#tree ??= new PageTree(await this.stage.look(this.signal))
    return this.#tree
  }

  async look(): Promise<PageTree> {
    this.#tree = undefined
    return this.tree()
  }

  /** Waits a moment and looks again. */
  async pause(ms: number): Promise<PageTree> {
    if (ms === 0) return this.tree()
    await this.stage.act({ do: 'wait', ms }, this.signal)
    return this.look()
  }

  /** Looks at the page when so much time has passed since the last action. */
  async rest(ms: number): Promise<PageTree> {
    return this.pause(Math.max(0, ms - Math.round(performance.now() - this.#actedAt)))
  }

  /** Waits until the page says no longer that it is loading. */
  async settled(): Promise<PageTree> {
    let tree = await this.tree()
    for (let waited = 0; waited < LOADING_MS && this.#signs(tree).length > 0; waited += POLL_MS) {
      tree = await this.pause(POLL_MS)
    }
    // A sign that stays is part of the page, such as `Loading more…` at the end of a list.
    for (const { ref } of this.#signs(tree)) this.#lasting.add(ref)
    return tree
  }

  #signs({ elements }: PageTree): ViewElement[] {
    return elements.filter(
      ({ ref, ownText, role, clickable, inView }) =>
        inView &&
        !this.#lasting.has(ref) &&
        ((LOADING.test(ownText) && !clickable) || role === 'progressbar'),
    )
  }

  /** Does one thing that is part of a larger action. */
  async do(deed: Deed): Promise<void> {
    this.signal.throwIfAborted()
    if (++this.#deeds > MOST_DEEDS) throw new CannotDo(`This would take more than ${MOST_DEEDS} actions.`)
    this.guards.assertAllowed(deed, await this.tree())
    this.#tree = undefined
    await this.stage.act(deed, this.signal)
    this.#actedAt = performance.now()
    this.questions.push(...this.stage.dialogs())
  }

  /** Does one thing, looks at what it changed, and records both. */
  async act(deed: Deed, telling: Omit<TakenAction, 'effect'>): Promise<Changes> {
    return this.together(telling, () => this.do(deed))
  }

  /** Several deeds that are recorded as one action. */
  async together(telling: Omit<TakenAction, 'effect'>, deeds: () => Promise<unknown>): Promise<Changes> {
    const before = await this.tree()
    await deeds()
    await this.settled()
    const isClick = telling.type.endsWith('click')
    const isAwaited = isClick || telling.type === 'press'
    let changes = changesBetween(before, await this.tree())
    for (const ms of isAwaited ? LATE_EFFECT_MS : []) {
      // A page scrolls to what is clicked: that is no effect of the click.
      if (changes.isEffect || this.questions.length > 0) break
      changes = changesBetween(before, await this.pause(ms))
    }
    const effect = changes.told ?? (isClick ? NO_EFFECT : undefined)
    this.actions.push({ ...telling, ...(effect !== undefined && { effect }) })
    if (!/^(?:wait|scroll|hover)$/.test(telling.type)) this.former = before
    return changes
  }
}

const LOADING_MS = 5_000
const POLL_MS = 150
const LOADING =
  /^(?:loading|please wait|updating|searching|fetching|calculating|one moment|just a moment|working)\b.{0,30}$/i

/** The effect of a click that nothing came of. */
export const NO_EFFECT = 'nothing on the page changed'
