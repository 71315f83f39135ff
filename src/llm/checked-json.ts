import { Fault } from '../fault.ts'
import { askComplete, messageOf } from './ask.ts'
import type { Send } from './ask.ts'
import type { CompletionResponse } from './provider.ts'
import type { CheckedQuestion, ModelOutput } from './question.ts'
import { readObject } from './read-object.ts'

const MAX_ISSUES = 20
const MAX_QUOTED_LENGTH = 20_000

/**
 * Asks for a JSON object. If it has issues, the model gets them and may correct it once; the better object is
 * returned.
 */
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
    // The correction failed, but the first object is usable.
    if (draft.state === 'found') return draft.output
    throw failure
  }
  throw new Fault('UNAVAILABLE', "The model's response contains no JSON object.")
}

export function toObject(response: CompletionResponse): ModelOutput<object> {
  const { value, isComplete } = readObject(response.text)
  return { value, isCut: response.isCut || !isComplete }
}

interface CheckedResponse {
  state: 'found' | 'none'
  output: ModelOutput<unknown>
  issues: readonly string[]
}

function checkResponse(response: CompletionResponse, { issuesIn }: CheckedQuestion): CheckedResponse {
  try {
    const output = toObject(response)
    return { state: 'found', output, issues: issuesIn?.(output.value) ?? [] }
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure
    return {
      state: 'none',
      output: { value: undefined, isCut: response.isCut },
      issues: ['The response contains no JSON object.'],
    }
  }
}

function correctionPrompt(issues: readonly string[]): string {
  const listed = issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`)
  return `That answer cannot be used:\n${listed.join('\n')}\nAnswer again with the whole corrected JSON object and nothing else. Use null for unknown values.`
}
