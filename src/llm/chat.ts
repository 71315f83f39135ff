import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'

/** Where a model is asked. The key is sent nowhere else and told to nobody. */
export interface Endpoint {
  url: URL
  key: string | undefined
  request: EgressRequest
}

/** The body of a chat completion. */
export interface ChatRequest {
  model?: string
  messages: { role: 'system' | 'user'; content: string }[]
  response_format?: object
}

/** `misunderstood`: the endpoint calls the request a bad one, so that another wording may do. */
type ChatAnswer = { state: 'answered'; text: string } | { state: 'misunderstood'; fault: Fault }

const MISUNDERSTOOD = new Set([400, 422])
const MOST_BYTES = 1024 * 1024

/** Asks once. A redirect is a failure like any other, so that the key stays with the operator's own host. */
export async function chat(
  { url, key, request }: Endpoint,
  body: ChatRequest,
  signal: AbortSignal,
): Promise<ChatAnswer> {
  const { status, text } = await post()
  if (status === 200) return { state: 'answered', text: contentOf(text) }
  const fault = new Fault('UNAVAILABLE', `The model's endpoint answered with status ${status}.`, {
    cause: new Error(complaintOf(text, key)),
  })
  if (MISUNDERSTOOD.has(status)) return { state: 'misunderstood', fault }
  throw fault

  async function post() {
    try {
      await using response = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(body),
        signal,
      })
      return { status: response.status, text: await readText(response.body) }
    } catch (cause) {
      if (cause instanceof Fault && cause.code === 'UNAVAILABLE') throw cause
      const reason = cause instanceof Fault ? ` ${cause.message}` : ''
      throw new Fault('UNAVAILABLE', `The model could not be reached.${reason}`, { cause })
    }
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MOST_BYTES) throw new Fault('UNAVAILABLE', 'The model answered with more than 1 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** What the model said. */
function contentOf(text: string): string {
  const content = (parsed(text) as Completion)?.choices?.[0]?.message?.content
  if (typeof content === 'string') return content
  throw new Fault('UNAVAILABLE', "The model's endpoint answered with something that is no chat completion.")
}

type Completion = { choices?: { message?: { content?: unknown } }[] } | null | undefined

const MOST_COMPLAINT = 500

/** What the endpoint says is wrong, for the log. Some endpoints repeat the key that they do not accept. */
function complaintOf(text: string, key: string | undefined): string {
  const { error } = (parsed(text) as { error?: { message?: unknown } | string } | null | undefined) ?? {}
  const message = typeof error === 'object' ? error?.message : error
  const complaint = typeof message === 'string' ? message : text
  return (key === undefined ? complaint : complaint.replaceAll(key, '[key]')).slice(0, MOST_COMPLAINT)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
