import type { Conversation } from './ask.ts'
import { estimateTokens, tokensOf } from './estimate-tokens.ts'
import type { Message, Reply } from './provider.ts'
import { sumOfUsage } from './question.ts'
import type { Question, Usage } from './question.ts'

/** Asks the model, with everything that keeps an endpoint from answering taken care of. */
export type Put = (conversation: Conversation) => Promise<Reply>

/** Endpoints that are told no limit have a small one of their own. */
const USUAL_OUTPUT_TOKENS = 4096
const GROWTH = 4

/** An answer that its limit cut off is asked for once more with a larger one; if that fails, its beginning is the answer. */
export async function askWhole(
  put: Put,
  conversation: Conversation,
): Promise<{ reply: Reply; usage: Usage }> {
  const reply = await put(conversation)
  const usage = usageOf(reply, conversation)
  if (!reply.isCut) return { reply, usage }
  const outputTokens = (conversation.outputTokens ?? USUAL_OUTPUT_TOKENS) * GROWTH
  try {
    const longer = await put({ ...conversation, outputTokens })
    return { reply: longer, usage: sumOfUsage(usage, usageOf(longer, conversation)) }
  } catch {
    return { reply, usage }
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

/** Not every endpoint says what it used. */
function usageOf({ usage, text, object }: Reply, { system, messages }: Conversation): Usage {
  const written = object === undefined ? text : JSON.stringify(object)
  return {
    inputTokens:
      usage.inputTokens ?? messages.reduce((sum, one) => sum + tokensOf(one), estimateTokens(system)),
    outputTokens: usage.outputTokens ?? estimateTokens(written),
    ...(usage.cachedTokens && { cachedTokens: usage.cachedTokens }),
  }
}
