import type { Scene } from '../scene.ts'
import type { Step, Target } from '../step.ts'
import { readClauseWords } from './clause-words.ts'
import type { ClauseWords, SaidWord } from './clause-words.ts'
import { deedsOf, isLight } from './deeds.ts'
import { ambientOf, restOf } from './mentions.ts'

/** A clause while the page explains its words, one after the other. */
export class Work {
  readonly clause: ClauseWords
  readonly scene: Scene
  /** What is to be done after the clause. */
  readonly next: Step | undefined
  /** What grammar takes to be the thing, where nothing that is shown is called so. */
  target: Target | undefined
  readonly told: string[] = []
  readonly explained = new Set<SaidWord>()
  readonly isAmbient: (word: SaidWord) => boolean
  /** What was clicked for the sake of its name. */
  readonly used = new Set<string>()
  /** What only says of which kind a thing is that was found by its name: `the tag` of `the tag cake`. */
  readonly excused = new Set<SaidWord>()
  /** Something was entered that is to be sent. */
  isFilled = false

  constructor(
    clause: ClauseWords,
    next: Step | undefined,
    scene: Scene,
    isAmbient: (word: SaidWord) => boolean,
  ) {
    this.clause = clause
    this.next = next
    this.scene = scene
    this.isAmbient = (word) => isAmbient(word) && !(word.kind && word.as)
    const { verb } = this.clause
    if (verb && isLight(verb.text) && deedsOf(verb.text).length === 0) this.explained.add(verb)
  }

  static async begin(said: string, next: Step | undefined, scene: Scene): Promise<Work> {
    return new Work(readClauseWords(said), next, scene, ambientOf(await scene.tree()))
  }

  /** The same clause as if some of its words had not been said. */
  without(words: readonly SaidWord[]): Work {
    const others = this.clause.words.filter((word) => !words.includes(word))
    const work = new Work({ ...this.clause, words: others }, this.next, this.scene, this.isAmbient)
    work.target = this.target
    return work
  }

  /** The same clause with another word for what is to be done: `give it a star` is to star it. */
  with(verb: SaidWord): Work {
    const words = this.clause.words.map((word) =>
      word === this.clause.verb ? { ...word, small: true } : word,
    )
    const other = new Work({ ...this.clause, words, verb }, this.next, this.scene, this.isAmbient)
    other.target = this.target
    return other
  }

  /** The words that still may name something, without the verb. */
  get left(): SaidWord[] {
    return this.clause.words.filter(
      (word) => !word.small && word !== this.clause.verb && !this.explained.has(word),
    )
  }

  /** Those of them that must be explained: what is no noun for what the page is about. */
  get owed(): SaidWord[] {
    return this.left.filter((word) => !this.isAmbient(word))
  }

  /** Those of them without which the clause is not done. */
  get due(): SaidWord[] {
    return this.owed.filter((word) => !this.excused.has(word))
  }

  get isVerbDone(): boolean {
    const { verb } = this.clause
    return verb === undefined || this.explained.has(verb)
  }

  explain(words: Iterable<SaidWord>): void {
    for (const word of words) this.explained.add(word)
  }

  /** What is left of the clause, as it was written; a quotation ends a part of it. */
  get rest(): string {
    const { verb } = this.clause
    return restOf(this.clause, new Set([...this.explained, ...(verb ? [verb] : [])])).replace(
      /(["“„«][^"“”»]*["”»])(?= \p{L})/gu,
      '$1,',
    )
  }
}
