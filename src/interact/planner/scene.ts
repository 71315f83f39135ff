import type { Deed, Stage, ViewElement } from '../../browser/browser.ts'
import type { AnswerFrom, TakenAction } from '../run.ts'
import { PageTree } from './page/page-tree.ts'
import type { Fact } from './step.ts'
import { changesBetween } from './verify/changes.ts'
import { isAimed, touchedBy } from './verify/touched.ts'
import type { Changes } from './verify/changes.ts'
import { tellChanges } from './say/tell-changes.ts'

/** What a deed is told as. */
export type Telling = Omit<TakenAction, 'effect'>

/** No instruction needs more deeds than this; one that does goes round in circles. */
const MOST_DEEDS = 120

/** What is told of a deed that nothing came of. */
export const NO_EFFECT = 'nothing on the page changed'

/** Pages draw themselves anew a moment after a click. */
const LATE_EFFECT_MS = [120, 200, 300]

/** What a page shows that it took notice of. */
const NOTICED = /click$|^(press|drag|hover)$/

/** The page while an instruction is carried out: what it shows, what has been done to it, what was meant last. */
export class Scene {
  readonly stage: Stage
  readonly signal: AbortSignal
  readonly answerFrom: AnswerFrom
  /** What the instruction says not to do, in its words. */
  readonly forbidden: readonly string[]
  /** What it says to do, as a whole. */
  readonly asked: string
  readonly actions: TakenAction[] = []
  /** What was put in, used and come upon, in words, for the account of the words of the instruction. */
  readonly touched: string[] = []
  /** Whether anything was done at a point rather than to an element. */
  isAimed = false
  /** The page before anything was done to it. */
  first: PageTree | undefined
  /** What the browser asked for the page since the last step that answered it. */
  readonly questions: ReturnType<Stage['dialogs']> = []
  /** What the last step meant: what `it` stands for, and what others are near to. */
  last: ViewElement | undefined
  /** The part of the page that a step came upon for the steps after it: a row, an opened message. */
  within: ViewElement | undefined
  /** What earlier steps have dealt with: what `everything else` is not. */
  readonly handled = new Set<string>()
  /** What the step before has answered: `that one` may be in it. */
  answer: string | undefined
  /** Whether what the browser asks while a step runs is answered with yes, because the instruction says so. */
  acceptsDialogs = false
  /** What the instruction has told and no field was there for yet. */
  readonly told: Fact[] = []
  /** Whether what was told has been entered for a change that is yet to be saved. */
  isUnsaved = false
  /** What was copied or read last, for a later step to use. */
  held: string | undefined
  /** What the last deed changed. */
  changes: Changes | undefined
  /** The page before the last deed that may have changed it: what is new since is what came of it. */
  former: PageTree | undefined
  #tree: PageTree | undefined
  #seen: PageTree | undefined
  #deeds = 0
  #lastDeedAt: number | undefined

  constructor(
    stage: Stage,
    answerFrom: AnswerFrom,
    signal: AbortSignal,
    forbidden: readonly string[] = [],
    asked = '',
  ) {
    this.forbidden = forbidden
    this.asked = asked
    this.stage = stage
    this.answerFrom = answerFrom
    this.signal = signal
  }

  /** The page as it is, looked at only when something was done since. */
  async tree(): Promise<PageTree> {
    this.#tree ??= new PageTree(await this.stage.look(this.signal))
    this.first ??= this.#tree
    this.#seen = this.#tree
    return this.#tree
  }

  async look(): Promise<PageTree> {
    this.#tree = undefined
    return this.tree()
  }

  /** Does one thing without telling it: part of a larger one. */
  async do(deed: Deed): Promise<void> {
    this.signal.throwIfAborted()
    if (++this.#deeds > MOST_DEEDS) throw new TooManyDeeds()
    this.touched.push(...touchedBy(deed, this.#seen))
    this.isAimed ||= isAimed(deed)
    this.#tree = undefined
    this.#lastDeedAt = performance.now()
    await this.stage.act(deed, this.signal)
    this.questions.push(...this.stage.dialogs())
  }

  /** How many milliseconds ago the last deed began: a pause between two deeds counts from there. */
  sinceLastDeed(): number {
    return this.#lastDeedAt === undefined ? 0 : performance.now() - this.#lastDeedAt
  }

  /** Does one thing, looks what it changed, and tells both. */
  async act(deed: Deed, telling: Telling): Promise<Changes> {
    return this.together(telling, () => this.do(deed))
  }

  /** Several deeds that are told as one. */
  async together(telling: Telling, deeds: () => Promise<unknown>): Promise<Changes> {
    const before = await this.tree()
    const action: TakenAction = { ...telling }
    await deeds()
    this.actions.push(action)
    if (!/^(wait|scroll)$/.test(telling.type)) this.former = before
    const after = await this.#afterEffect(telling, before)
    this.changes = changesBetween(before, after)
    const effect = tellChanges(this.changes) ?? this.#withoutEffect(action, after)
    if (effect) action.effect = effect
    return this.changes
  }

  /** The page after a deed; where a click has changed nothing, what comes of it is waited for. */
  async #afterEffect({ type }: Telling, before: PageTree): Promise<PageTree> {
    let after = await this.tree()
    for (const ms of type.endsWith('click') ? LATE_EFFECT_MS : []) {
      if (tellChanges(changesBetween(before, after)) !== undefined) break
      await this.stage.act({ do: 'wait', ms }, this.signal)
      after = await this.look()
    }
    return after
  }

  /** What is clicked and nothing comes of it is told so; a field that has the caret now is what a click on it is for. */
  #withoutEffect({ type }: Telling, { view }: PageTree): string | undefined {
    const isTyping =
      this.changes?.focusMoved && view.elements.some((one) => one.editable && one.ref === view.focused)
    return NOTICED.test(type) && !isTyping ? NO_EFFECT : undefined
  }

  /** Waits a moment for the page to go on, and looks again. */
  async pause(ms: number): Promise<PageTree> {
    await this.do({ do: 'wait', ms })
    return this.tree()
  }
}

export class TooManyDeeds extends Error {
  override readonly name = 'TooManyDeeds'
}
