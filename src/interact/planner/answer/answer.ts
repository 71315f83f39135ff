import type { ViewElement } from '../../../browser/browser.ts'
import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { resolveAll } from '../resolve/resolve.ts'
import { isRecordNoun } from '../match/kinds.ts'
import { drawnThings } from '../match/drawn.ts'
import { findAnswer } from './from-facts.ts'
import type { Finding } from './from-facts.ts'
import { nearestText } from './from-view.ts'
import { endOverPages } from './end-over-pages.ts'
import { wordsOf } from '../match/words.ts'
import { isOfKind } from './kind-asked.ts'
import { choose, chooseInClosed, PREPARATIONS, settled, unfold } from './prepare.ts'
import { readQuestions } from './question.ts'
import type { Question } from './question.ts'
import { solve } from './arithmetic.ts'
import { textOf } from './value-text.ts'

/** What the page says to a question; to each where it is several. Undefined when it does not answer all of it. */
export async function answer(
  question: string,
  target: Target | undefined,
  scene: Scene,
  /** What was put into the page for it already. */
  given: readonly string[] = [],
): Promise<string | undefined> {
  await untilLoaded(scene)
  if (scene.former && scene.sinceLastDeed() < AT_REST_MS) await settled(scene)
  const drawn =
    target && COUNTING.test(question) && !isListed(target)
      ? drawnThings(target, await scene.tree())
      : undefined
  if (drawn) return String(drawn.length)
  const sum = /\d\s*[-+*/×÷=]/.test(question) ? solve(question) : undefined
  if (sum !== undefined) return String(sum)
  const questions = readQuestions(question)
  const answers: string[] = []
  const context: Context = { given, near: undefined }
  for (const one of questions) {
    const found = await answerOne(one, questions.length === 1 ? target : undefined, context, scene)
    if (found === undefined) return undefined
    if (!answers.includes(found)) answers.push(found)
  }
  return answers.join('\n')
}

/** `Results` are entries of a list; `items` may be drawn. */
function isListed({ kind }: Target): boolean {
  return kind !== undefined && kind !== 'item' && isRecordNoun(kind)
}

/** What is known while the questions of a sentence are answered: what was chosen, and where the last answer stood. */
interface Context {
  given: readonly string[]
  near: ViewElement | undefined
}

/** By what the page says now, by what it says when what is named was chosen or opened, by what is nearest. */
async function answerOne(
  question: Question,
  target: Target | undefined,
  context: Context,
  scene: Scene,
): Promise<string | undefined> {
  const chosen = [...context.given]
  const { near } = context
  const end = await endOverPages(question, scene)
  if (end !== undefined) return end
  let found = await lookFor(question, chosen, near, scene)
  for (const prepare of PREPARATIONS) {
    if (found?.sure && (found.open.length === 0 || prepare !== choose)) return meant(found, context, scene)
    const open = found ? found.open : question.about.map(({ word }) => word)
    const isWorth = prepare !== chooseInClosed || found !== undefined || hasNames(question, open)
    const taken = open.length === 0 || !isWorth ? [] : await prepare(question.said, open, scene)
    if (taken.length === 0) continue
    chosen.push(...taken)
    found = (await lookFor(question, chosen, near, scene)) ?? found
  }
  if (found?.sure) return meant(found, context, scene)
  const told = await elsewhere(question, scene)
  if (told !== undefined) return told
  for await (const _unfolded of unfold(scene)) {
    const inside = findAnswer(question, await scene.tree(), scene, chosen, near)
    if (inside?.sure) return meant(inside, context, scene)
  }
  return (await nearest(question, target, scene)) ?? (found?.open.length === 0 ? found.text : undefined)
}

function hasNames({ about }: Question, open: readonly string[]): boolean {
  return about.some(({ word, hard }) => hard && open.includes(word))
}

/** What was answered with is what later steps are about. */
function meant({ text, element, near }: Finding, context: Context, scene: Scene): string {
  context.near = element ?? near ?? context.near
  if (element) {
    scene.last = element
    scene.within = element
  }
  return text
}

/** How long what came of a deed may take. */
const LATE_MS = [250, 400, 600]
/** A page that was left alone for so long has done what it does. */
const AT_REST_MS = 1000

async function lookFor(
  question: Question,
  chosen: readonly string[],
  near: ViewElement | undefined,
  scene: Scene,
): Promise<Finding | undefined> {
  let found = findAnswer(question, await scene.tree(), scene, chosen, near)
  if (found?.sure || scene.former === undefined || scene.sinceLastDeed() > AT_REST_MS) return found
  for (const ms of LATE_MS) {
    const tree = await scene.pause(ms)
    found = findAnswer(question, tree, scene, chosen, near)
    if (found?.sure) return found
  }
  return found
}

/** By the text of the page as a whole. */
async function elsewhere(question: Question, scene: Scene): Promise<string | undefined> {
  const told = await scene.answerFrom(
    { html: await scene.stage.html(scene.signal), url: scene.stage.url() },
    question.said,
    scene.signal,
  )
  return told !== undefined && told !== '' && isAnswer(told, question) ? told : undefined
}

/** By what is nearest to the question, by the thing itself, by how many of them there are. */
async function nearest(
  question: Question,
  target: Target | undefined,
  scene: Scene,
): Promise<string | undefined> {
  const { said, kind } = question
  const counted = target && COUNTING.test(said) ? await count(target, scene) : undefined
  if (counted !== undefined) return counted
  const near = nearestText(said, scene.changes?.newTexts ?? [], await scene.tree())
  if (near !== undefined || !target) return near
  const [best] = await seekHere(target, scene, 'read')
  const text = best && textOf(best.element, await scene.tree())
  return text !== undefined && text !== '' && isOfKind(text, kind) ? text : undefined
}

/** What is longer says everything, and nothing that was asked for. */
const LONGEST = 250

/** Of the kind that is asked for, and not by what the question says itself. */
function isAnswer(text: string, { said, kind }: Question): boolean {
  const asked = new Set(wordsOf(said))
  const more = text.split(/\s+/).filter((word) => !wordsOf(word).every((one) => asked.has(one)))
  if (kind !== undefined && text.length > LONGEST) return false
  return isOfKind(text, kind) && (kind === undefined || isOfKind(more.join(' '), kind))
}

/** Asks for a number of things that are shown, not for a number that is told. */
const COUNTING =
  /^\s*(how many\b.*\b(are there|is there|shown|listed|on (the|this) page|visible|can you see)|count\b|(the )?number of\b)/i

async function count(target: Target, scene: Scene): Promise<string | undefined> {
  const all = resolveAll({ ...target, all: true }, await scene.tree(), 'read')
  return all.length > 0 ? String(all.length) : undefined
}

const LOADING =
  /^(loading|please wait|one moment|laden|wird geladen|chargement|cargando|caricamento)\b|^(recherche|searching)…|^(…|\.\.\.)$|\b(loading|geladen|chargement|cargando|caricamento|carregando)\b.{0,20}(…|\.\.\.)$/i

/** What ends so is going on, for a while. */
const GOING_ON = /^\p{Lu}[\p{L} ]{3,40}\s?(…|\.\.\.)$/u

/** Waits while the page says that something is still to come, a few seconds at most. */
async function untilLoaded(scene: Scene): Promise<void> {
  for (let times = 0; times < 20; times++) {
    const tree = await scene.tree()
    const busy = tree.elements.some(
      (element) =>
        LOADING.test(element.ownText) ||
        element.role === 'progressbar' ||
        (times < 10 && !element.clickable && GOING_ON.test(element.ownText)),
    )
    if (!busy) return
    await scene.stage.act({ do: 'wait', ms: 150 }, scene.signal)
    await scene.look()
  }
}
