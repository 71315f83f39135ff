import { Fault } from '../fault.ts'
import { askWhole, messageOf } from './ask.ts'
import type { Put } from './ask.ts'
import type { Reply } from './provider.ts'
import type { CheckedQuestion, Said } from './question.ts'
import { readObject } from './read-object.ts'

const MOST_COMPLAINTS = 20
const MOST_SHOWN = 20_000

/** The object that a model answers with. One that is complained about is told so, and of both answers the better one stays. */
export async function answerJson(question: CheckedQuestion, put: Put): Promise<Said<unknown>> {
  const conversation = { ...question, shape: question, messages: [messageOf(question)] }
  const first = await askWhole(put, conversation)
  const draft = judged(first, question)
  if (draft.complaints.length === 0) return draft.answer
  try {
    const second = await askWhole(put, {
      ...conversation,
      messages: [
        ...conversation.messages,
        { role: 'assistant', content: first.text.slice(0, MOST_SHOWN) || '{}' },
        { role: 'user', content: correction(draft.complaints) },
      ],
    })
    const better = judged(second, question)
    const isBetter = better.complaints.length < draft.complaints.length || draft.state === 'none'
    const { state, answer } = better.state === 'found' && isBetter ? better : draft
    if (state === 'found') return answer
  } catch (failure) {
    // A model that cannot say it better has still said something.
    if (draft.state === 'found') return draft.answer
    throw failure
  }
  throw new Fault('UNAVAILABLE', 'The model gave an answer without a JSON object in it.')
}

export function objectIn(reply: Reply): Said<object> {
  const { value, isWhole } = readObject(reply.text)
  return { value, isCut: reply.isCut || !isWhole }
}

interface Judged {
  state: 'found' | 'none'
  answer: Said<unknown>
  complaints: readonly string[]
}

function judged(reply: Reply, { complaints }: CheckedQuestion): Judged {
  try {
    const answer = objectIn(reply)
    return { state: 'found', answer, complaints: complaints?.(answer.value) ?? [] }
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure
    return {
      state: 'none',
      answer: { value: undefined, isCut: reply.isCut },
      complaints: ['There is no JSON object in it.'],
    }
  }
}

function correction(complaints: readonly string[]): string {
  const listed = complaints.slice(0, MOST_COMPLAINTS).map((complaint) => `- ${complaint}`)
  return `That answer cannot be used:\n${listed.join('\n')}\nAnswer again with the whole corrected JSON object and nothing else. What is not known is null.`
}
