import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createModel } from '../../src/llm/llm.ts'
import type { Model } from '../../src/llm/llm.ts'
import { bodyOf } from './body-of.ts'

interface ModelRequest {
  method: string
  path: string
  authorization: string | undefined
  headers: IncomingHttpHeaders
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of requests.
  body: any
  /** Settles when whoever asked does not wait for an answer any more, or has it. */
  left: Promise<unknown>
}

/** What the model says, or an answer of its endpoint; a promise keeps the question open. */
export type ScriptedResponse = string | HttpResponse | StreamedResponse | CutResponse

interface HttpResponse {
  status: number
  body?: string
  headers?: Record<string, string>
}

/** The data of events, sent one by one; texts as they are, all else as JSON. */
interface StreamedResponse {
  events: readonly unknown[]
  /** Whether the connection stays open behind the last one. */
  isLeftOpen?: boolean
}

/** The connection breaks off behind the beginning of an answer, or before it when that is empty. */
interface CutResponse {
  beginning: string
}

/** A model behind an endpoint on loopback. */
export interface FakeModel extends AsyncDisposable {
  /** Root of its API, without a final slash. */
  url: string
  /** Every question, in order. */
  requests: readonly ModelRequest[]
  /** Paths at which it was asked about its models, in order. */
  lookups: readonly string[]
}

/** What an endpoint tells about its models, by path; 404 for every other path. */
type ModelDescriptions = Readonly<Record<string, object>>

export async function startModel(
  react: (asked: ModelRequest) => ScriptedResponse | Promise<ScriptedResponse>,
  about: ModelDescriptions = {},
): Promise<FakeModel> {
  const asked: ModelRequest[] = []
  const lookups: string[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const raw = await bodyOf(request)
    if (raw === undefined) return
    const { method = '', url: path = '/', headers } = request
    if (method === 'GET' || path === '/api/show') {
      lookups.push(path)
      const description = about[path]
      return sendResponse(
        response,
        description ? { status: 200, body: JSON.stringify(description) } : { status: 404 },
      )
    }
    const one: ModelRequest = {
      method,
      path,
      authorization: headers.authorization,
      headers,
      body: JSON.parse(raw.toString()) as unknown,
      left: new Promise((resolve) => response.once('close', resolve)),
    }
    asked.push(one)
    send(response, await react(one))
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: asked,
    lookups,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** What a scripted model does at its turn: a decision, an answer of its endpoint, or what it makes of the prompt. */
export type Turn =
  | object
  | ScriptedResponse
  | Promise<ScriptedResponse>
  | ((asked: ModelRequest) => object | ScriptedResponse)

/** Plays turns one after the other, and the last again and again. */
export function playScript(
  script: readonly Turn[],
): (asked: ModelRequest) => ScriptedResponse | Promise<ScriptedResponse> {
  let at = 0
  return (asked) => {
    const turn = script[Math.min(at++, script.length - 1)]!
    const response =
      typeof turn === 'function' ? (turn as (asked: ModelRequest) => object | ScriptedResponse)(asked) : turn
    const isReply =
      typeof response === 'string' ||
      response instanceof Promise ||
      'status' in response ||
      'beginning' in response
    return isReply ? (response as ScriptedResponse | Promise<ScriptedResponse>) : JSON.stringify(response)
  }
}

/** An endpoint that takes a question and never answers it. */
export const NEVER_RESPONDS: Promise<ScriptedResponse> = new Promise(() => {})

/** What a model was shown at one of its turns. */
export function messagesOfTurn(
  { requests: asked }: Pick<FakeModel, 'requests'>,
  turn: number,
): { system: string; user: string } {
  const messages = asked[turn]!.body.messages as { role: string; content: string | { text?: string }[] }[]
  const of = (role: string) =>
    messages
      .filter((one) => one.role === role)
      .map(({ content }) =>
        typeof content === 'string' ? content : content.map(({ text }) => text ?? '(picture)').join('\n\n'),
      )
      .join('\n')
  return { system: of('system'), user: of('user') }
}

/** Every prompt of a run as one text. The system message is the same in all of them; random marks are made readable. */
export function promptsOf(model: Pick<FakeModel, 'requests'>): string {
  const messages = model.requests.map((_, turn) => messagesOfTurn(model, turn))
  const systems = [...new Set(messages.map(({ system }) => system))]
  const users = messages.map(({ user }, at) => `===== round ${at + 1} =====\n${user}`)
  return `${[...systems, ...users].join('\n\n')}\n`.replaceAll(/[0-9a-f]{24}/g, 'MARK')
}

/** What the models of the tests are reached with. */
export const MODEL_KEY = 'sk-a-key-that-nobody-may-read'

/** Makes models behind fake endpoints. Their pauses take no time and are written down. */
export interface ModelMaker extends AsyncDisposable {
  at(url: string, settings?: Partial<Parameters<typeof createModel>[0]>): { model: Model; pauses: number[] }
}

export function createModelMaker(): ModelMaker {
  const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1') })
  return {
    at(url, settings) {
      const pauses: number[] = []
      const wait = async (milliseconds: number) => void pauses.push(milliseconds)
      const given = { url, key: MODEL_KEY, model: 'small', request: egress.request, wait }
      return { model: createModel({ ...given, ...settings }), pauses }
    },
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  }
}

/** One maker for all tests of a file. */
export function useModels(): ModelMaker {
  const models = createModelMaker()
  after(() => models[Symbol.asyncDispose]())
  return models
}

function send(response: ServerResponse, said: ScriptedResponse): void {
  if (typeof said === 'string')
    return sendResponse(response, { status: 200, body: JSON.stringify(completion(said)) })
  if ('events' in said) return sendStream(response, said)
  if ('beginning' in said) return sendPartial(response, said)
  sendResponse(response, said)
}

/** A chat completion with this content. */
export function completion(content: unknown, more: object = {}): object {
  return { choices: [{ index: 0, message: { role: 'assistant', content }, ...more }] }
}

function sendResponse(response: ServerResponse, { status, body = '', headers = {} }: HttpResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function sendStream(response: ServerResponse, { events, isLeftOpen = false }: StreamedResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
  if (!isLeftOpen) response.end()
}

function sendPartial(response: ServerResponse, { beginning }: CutResponse): void {
  if (beginning === '') return void response.destroy()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
  response.write(beginning, () => response.destroy())
}
