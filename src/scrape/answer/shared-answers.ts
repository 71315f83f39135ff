import { createSharedWork } from '../../concurrency/shared-work.ts'

/** Answers to what several callers of this process ask at the same time. */
export interface SharedAnswers<Answer> {
  /** Joins those who ask under a key. What was answered to any of them stays until the last one has left. */
  join(key: string): AnswerGroup<Answer>
}

interface AnswerGroup<Answer> extends Disposable {
  answer(
    question: string,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>
}

export function createSharedAnswers<Answer>(): SharedAnswers<Answer> {
  const pending = createSharedWork<Answer>()
  const groups = new Map<string, { members: number; answers: Map<string, Answer> }>()
  return {
    join(key) {
      const group = groups.get(key) ?? { members: 0, answers: new Map<string, Answer>() }
      groups.set(key, group)
      group.members++
      return {
        async answer(question, signal, ask) {
          const known = group.answers.get(question)
          if (known !== undefined) return known
          return await pending.join(`${question} ${key}`, signal, Infinity, async (time) => {
            const answer = await ask(time)
            group.answers.set(question, answer)
            return answer
          })
        },
        [Symbol.dispose]() {
          if (--group.members === 0) groups.delete(key)
        },
      }
    },
  }
}
