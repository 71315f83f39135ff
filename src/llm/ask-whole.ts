import type { Conversation } from './ask.ts'
import type { Message, Reply } from './provider.ts'
import type { Question } from './question.ts'

/** Asks the model, with everything that keeps an endpoint from answering taken care of. */
export type Put = (conversation: Conversation) => Promise<Reply>

/** Endpoints that are told no limit have a small one of their own. */
const USUAL_OUTPUT_TOKENS = 4096
const GROWTH = 4

/** Asks once more with a larger limit when the limit cut the answer off; if that fails, its beginning is the answer. */
export async function askWhole(put: Put, conversation: Conversation): Promise<Reply> {
  const reply = await put(conversation)
  if (!reply.isCut) return reply
  const outputTokens = (conversation.outputTokens ?? USUAL_OUTPUT_TOKENS) * GROWTH
  try {
    return await put({ ...conversation, outputTokens })
  } catch {
    return reply
  }
}

export function said(role: Message['role'], content: string): Message {
  return { role, content }
}

/** The message that a question is asked with. */
export function messageOf({ prompt, history = [], images = [] }: Question): Message {
  return {
    ...said('user', prompt),
    ...(history.length > 0 && { history }),
    ...(images.length > 0 && { images }),
  }
}
