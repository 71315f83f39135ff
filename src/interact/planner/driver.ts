import type { PageAction, PageController, StageFile, ViewElement } from '../../browser/browser.ts'
import type { TakenAction } from '../run.ts'
import { changesBetween, describeElement, PageTree } from './page-tree.ts'
import type { Changes } from './page-tree.ts'
import { checkIrreversible } from '../irreversible.ts'
import { contentWords, stemOf, stemsOf } from './match/words.ts'

/** An instruction that needs more actions than this goes round in circles. */
const MAX_ACTIONS = 200
const LATE_EFFECT_MS = [120, 200, 300]

export class Driver {
  readonly controller: PageController
  readonly signal: AbortSignal
  readonly guards: Guards
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
  query: string | undefined
  /** Questions of the browser (confirm, prompt, alert) that no command has answered yet. */
  readonly questions: ReturnType<PageController['dialogs']> = []
  readonly #permanentSigns = new Set<string>()
  #tree: PageTree | undefined
  #actionCount = 0
  #actedAt = -Infinity

  constructor(
    controller: PageController,
    guards: Guards,
    signal: AbortSignal,
    file: Driver['file'] = () => undefined,
  ) {
    this.file = file
    this.controller = controller
    this.guards = guards
    this.signal = signal
  }

  /** The page as it is; it is looked at again only after an action. */
  async tree(): Promise<PageTree> {
    this.#tree ??= new PageTree(await this.controller.view(this.signal))
    return this.#tree
  }

  async refresh(): Promise<PageTree> {
    this.#tree = undefined
    return this.tree()
  }

  async pause(ms: number): Promise<PageTree> {
    if (ms === 0) return this.tree()
    await this.controller.act({ do: 'wait', ms }, this.signal)
    return this.refresh()
  }

  /** Looks at the page after each of these waits until a test gives something; undefined if it never does. */
  async until<Found>(
    waits: readonly number[],
    test: (tree: PageTree) => Found | false | undefined,
  ): Promise<Found | undefined> {
    for (const ms of waits) {
      const found = test(await this.pause(ms))
      if (found) return found
    }
    return undefined
  }

  async waitSinceAction(ms: number): Promise<PageTree> {
    return this.pause(Math.max(0, ms - Math.round(performance.now() - this.#actedAt)))
  }

  async waitUntilSettled(): Promise<PageTree> {
    let tree = await this.tree()
    for (let waited = 0; waited < LOADING_MS && this.#loadingSigns(tree).length > 0; waited += POLL_MS) {
      tree = await this.pause(POLL_MS)
    }
    // A sign that stays is part of the page, such as `Loading more…` at the end of a list.
    for (const { ref } of this.#loadingSigns(tree)) this.#permanentSigns.add(ref)
    return tree
  }

  #loadingSigns({ elements }: PageTree): ViewElement[] {
    return elements.filter(
      ({ ref, ownText, role, clickable, inView }) =>
        inView &&
        !this.#permanentSigns.has(ref) &&
        ((LOADING.test(ownText) && !clickable) || role === 'progressbar'),
    )
  }

  async do(action: PageAction): Promise<void> {
    this.signal.throwIfAborted()
    if (++this.#actionCount > MAX_ACTIONS)
      throw new CommandError(`This would take more than ${MAX_ACTIONS} actions.`)
    this.guards.assertAllowed(action, await this.tree())
    this.#tree = undefined
    await this.controller.act(action, this.signal)
    this.#actedAt = performance.now()
    this.questions.push(...this.controller.dialogs())
  }

  async click(element: ViewElement): Promise<Changes> {
    return this.act({ do: 'click', ref: element.ref }, { type: 'click', target: describeElement(element) })
  }

  async act(action: PageAction, description: Omit<TakenAction, 'effect'>): Promise<Changes> {
    return this.performAll(description, () => this.do(action))
  }

  async performAll(description: Omit<TakenAction, 'effect'>, run: () => Promise<unknown>): Promise<Changes> {
    const before = await this.tree()
    await run()
    await this.waitUntilSettled()
    const isClick = description.type.endsWith('click')
    const isAwaited = isClick || description.type === 'press'
    let changes = changesBetween(before, await this.tree())
    for (const ms of isAwaited ? LATE_EFFECT_MS : []) {
      // A page scrolls to what is clicked: that is no effect of the click.
      if (changes.isEffect || this.questions.length > 0) break
      changes = changesBetween(before, await this.pause(ms))
    }
    const effect = changes.description ?? (isClick ? NO_EFFECT : undefined)
    this.actions.push({ ...description, ...(effect !== undefined && { effect }) })
    if (!/^(?:wait|scroll|hover)$/.test(description.type)) this.former = before
    return changes
  }
}

const LOADING_MS = 5_000
const POLL_MS = 150
const LOADING =
  /^(?:loading|please wait|updating|searching|fetching|calculating|one moment|just a moment|working)\b.{0,30}$/i

export const NO_EFFECT = 'nothing on the page changed'

/** Refuses what an instruction forbids: `Do not place the order`. */
export type Guards = ReturnType<typeof createGuards>

/** `Do not delete anything else` forbids nothing that the other commands ask for. */
const OTHERS_PATTERN = /\b(?:else|other|others|rest|more than)\b/i
const PRESS_VERBS =
  /^(?:(?:click|press|tap|hit|push|touch|use|select|choose)(?:ing)?\s+)(?:on\s+)?(?:the\s+)?/i
const SUBMIT_PATTERN =
  /^(?:submit|send|post|save|confirm|complete|finish)(?:t?ing|ing)?\b(?:\s+(?:it|them|this|that|the form|anything))?(?:\s+yet)?$/i

/** `asked` are the words of all commands: an element whose name says more than they do is not pressed if that cannot be undone. */
export function createGuards(forbidden: readonly string[], asked?: string) {
  const rules = forbidden
    .filter((clause) => !OTHERS_PATTERN.test(clause))
    .flatMap((clause) => clause.split(/\s+(?:or|nor)\s+/i))
    .map(ruleOf)
  const words = asked?.toLowerCase()
  return {
    assertAllowed(action: PageAction, tree: PageTree): void {
      const element = pressedBy(action, tree)
      const rule = element && rules.find((one) => one.forbids(element))
      if (rule)
        throw new CommandError(
          `${describeElement(element)} was not pressed: the instruction says not to ${rule.clause}.`,
        )
      const isRisk = action.do === 'click' && words !== undefined
      if (isRisk && element && checkIrreversible(element, words) === 'unasked')
        throw new CommandError(
          `${describeElement(element)} was not pressed: the instruction does not ask for it.`,
        )
    },
  }
}

function ruleOf(clause: string) {
  const words = contentWords(
    clause
      .replace(/^(?:leave|keep)\s+|\s+(?:alone|untouched|as it is|unchanged)$/gi, '')
      .replace(PRESS_VERBS, ''),
  ).map(stemOf)
  const isSubmit = SUBMIT_PATTERN.test(clause.trim())
  return {
    clause: clause.replace(/[.!]+$/, ''),
    forbids(element: ViewElement): boolean {
      const name = stemsOf(element.name || element.text)
      if (isSubmit && (element.type === 'submit' || element.type === 'image')) return true
      // The verb decides: `place the order` forbids `Place order` and `Place`, not `Order total`.
      const [verb, ...rest] = words
      if (verb === undefined || !name.includes(verb)) return false
      return name.length <= 4 || rest.some((word) => name.includes(word))
    },
  }
}

function pressedBy(action: PageAction, tree: PageTree): ViewElement | undefined {
  if (action.do === 'click') return tree.get(action.ref)
  if (action.do !== 'press' || action.key !== 'Enter') return undefined
  const field = tree.get(action.ref ?? tree.view.focused)
  const form = field && tree.closest(field, ({ tag }) => tag === 'form')
  return form && field.tag !== 'textarea'
    ? tree.descendants(form).find(({ type }) => type === 'submit')
    : undefined
}

export class CommandError extends Error {
  override readonly name = 'CannotDo'
  /** Whether its element is not on the page, so that nothing was done for the command yet. */
  readonly isMissing: boolean

  constructor(message: string, { isMissing = false } = {}) {
    super(message)
    this.isMissing = isMissing
  }
}
