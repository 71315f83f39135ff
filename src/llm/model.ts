import { abortFault, deadline } from '../abort.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { chat } from './chat.ts'
import type { ChatRequest, Endpoint } from './chat.ts'
import { readObject } from './read-object.ts'

/** What a model is asked, and the shape of the object that is to answer it. */
interface Question {
  system: string
  prompt: string
  /** A JSON Schema. The answer is not checked against it: whoever asks does. */
  schema: object
  /** What the answer is called, in letters, digits, `_` and `-`. */
  name: string
}

/** A language model. */
export interface Model {
  /** The first JSON object of its answer, whatever stands in it. Fails with `UNAVAILABLE` when there is none. */
  completeJson(question: Question, signal: AbortSignal): Promise<unknown>
}

interface ModelSettings {
  /** Root of an OpenAI-compatible API, with `/v1` where it has one. */
  url: string
  key: string | undefined
  /** Left to the endpoint when undefined. */
  model: string | undefined
  request: EgressRequest
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000

/** A model behind an OpenAI-compatible endpoint. */
export function createModel({ url, key, model, request, timeoutMs = TIMEOUT_MS }: ModelSettings): Model {
  const endpoint: Endpoint = { url: completionsUrl(url), key, request }
  return {
    async completeJson(question, signal) {
      using time = deadline(signal, timeoutMs)
      try {
        return readObject(await askUntilUnderstood(endpoint, requestsFor(question, model), time))
      } catch (failure) {
        if (signal.aborted) throw abortFault(signal)
        if (!time.aborted) throw failure
        throw new Fault('UNAVAILABLE', `The model did not answer within ${timeoutMs / 1000} seconds.`, {
          cause: failure,
        })
      }
    },
  }
}

function completionsUrl(root: string): URL {
  const url = new URL(root)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return url
}

/** Endpoints differ in how they can be held to a schema, so the strictest way is tried first. */
function requestsFor({ system, prompt, schema, name }: Question, model: string | undefined): ChatRequest[] {
  const told = `${system}\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`
  const ask = (instructions: string) => ({
    ...(model !== undefined && { model }),
    messages: [
      { role: 'system' as const, content: instructions },
      { role: 'user' as const, content: prompt },
    ],
  })
  return [
    {
      ...ask(system),
      response_format: { type: 'json_schema', json_schema: { name, schema, strict: false } },
    },
    { ...ask(told), response_format: { type: 'json_object' } },
    ask(told),
  ]
}

/** The answer to the first request that the endpoint does not call a bad one. */
async function askUntilUnderstood(endpoint: Endpoint, requests: readonly ChatRequest[], signal: AbortSignal) {
  let refusal: Fault | undefined
  for (const request of requests) {
    const answer = await chat(endpoint, request, signal)
    if (answer.state === 'answered') return answer.text
    refusal = answer.fault
  }
  throw refusal
}
