import { Fault } from '../fault.ts'
import { askComplete, messageOf } from './ask.ts'
import type { Send } from './ask.ts'
import type { CompletionResponse } from './provider.ts'
import type { CheckedQuestion, ModelOutput } from './question.ts'
import { readObject } from './read-object.ts'

const MAX_ISSUES = 20
const MAX_QUOTED_LENGTH = 20_000

/** The object that a model answers with. One that is complained about is told so, and of both answers the better one stays. */
export async function completeCheckedJson(
  question: CheckedQuestion,
  send: Send,
): Promise<ModelOutput<unknown>> {
  const conversation = { ...question, shape: question, messages: [messageOf(question)] }
  const first = await askComplete(send, conversation)
  const draft = checkResponse(first, question)
  if (draft.issues.length === 0) return draft.output
  try {
    const second = await askComplete(send, {
      ...conversation,
      messages: [
        ...conversation.messages,
        { role: 'assistant', content: first.text.slice(0, MAX_QUOTED_LENGTH) || '{}' },
        { role: 'user', content: correctionPrompt(draft.issues) },
      ],
    })
    const better = checkResponse(second, question)
    const isBetter = better.issues.length < draft.issues.length || draft.state === 'none'
    const { state, output } = better.state === 'found' && isBetter ? better : draft
    if (state === 'found') return output
  } catch (failure) {
    // A model that cannot say it better has still said something.
    if (draft.state === 'found') return draft.output
    throw failure
  }
  throw new Fault('UNAVAILABLE', 'The model gave an answer without a JSON object in it.')
}

export function toObject(reply: CompletionResponse): ModelOutput<object> {
  const { value, isComplete } = readObject(reply.text)
  return { value, isCut: reply.isCut || !isComplete }
}

interface CheckedResponse {
  state: 'found' | 'none'
  output: ModelOutput<unknown>
  issues: readonly string[]
}

function checkResponse(
  reply: CompletionResponse,
  { issuesIn: complaints }: CheckedQuestion,
): CheckedResponse {
  try {
    const output = toObject(reply)
    return { state: 'found', output, issues: complaints?.(output.value) ?? [] }
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure
    return {
      state: 'none',
      output: { value: undefined, isCut: reply.isCut },
      issues: ['There is no JSON object in it.'],
    }
  }
}

function correctionPrompt(issues: readonly string[]): string {
  const listed = issues.slice(0, MAX_ISSUES).map((complaint) => `- ${complaint}`)
  return `That answer cannot be used:\n${listed.join('\n')}\nAnswer again with the whole corrected JSON object and nothing else. What is not known is null.`
}
