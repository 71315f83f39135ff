import { createSharedWork } from '../../concurrency/shared-work.ts'

/** Answers to what several callers of this process ask at the same time. */
export interface SharedAnswers<Answer> {
  /** Joins those who ask under a key. What was answered to any of them stays until the last one has left. */
  enter(key: string): Asking<Answer>
}

interface Asking<Answer> extends Disposable {
  answerTo(
    question: string,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>
}

export function createSharedAnswers<Answer>(): SharedAnswers<Answer> {
  const underWay = createSharedWork<Answer>()
  const groups = new Map<string, { present: number; answers: Map<string, Answer> }>()
  return {
    enter(key) {
      const group = groups.get(key) ?? { present: 0, answers: new Map<string, Answer>() }
      groups.set(key, group)
      group.present++
      return {
        async answerTo(question, signal, ask) {
          const known = group.answers.get(question)
          if (known !== undefined) return known
          return await underWay.join(`${question} ${key}`, signal, Infinity, async (time) => {
            const answer = await ask(time)
            group.answers.set(question, answer)
            return answer
          })
        },
        [Symbol.dispose]() {
          if (--group.present === 0) groups.delete(key)
        },
      }
    },
  }
}
