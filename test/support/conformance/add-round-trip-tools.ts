import { CLIENT_CAPABILITIES_META_KEY, acceptedContent, inputRequired } from '@modelcontextprotocol/server'
import type {
  ClientCapabilities,
  InputRequests,
  McpServer,
  RequestStateCodec,
  ServerContext,
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

type StateCodec = RequestStateCodec<Record<string, unknown>>
type Request = ServerContext['mcpReq']
type Answered = ReturnType<typeof done> | ReturnType<typeof inputRequired>

/** What is asked while not all is answered yet; `state` is sealed and comes back with the answers. */
type Turn = { asks: InputRequests; state?: Record<string, unknown> } | { says: string }
type Next = (request: Request) => Turn

const done = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Tools that answer with a question, and do their work once the call comes again with what was asked for. */
export function addRoundTripTools(server: McpServer, codec: StateCodec): void {
  for (const [name, next] of Object.entries(TOOLS)) {
    server.registerTool(
      name,
      { description: 'Answers once it was told what it asks for', inputSchema: z.object({}) },
      async (_given, { mcpReq }): Promise<Answered> => {
        const turn = next(mcpReq)
        if ('says' in turn) return done(turn.says)
        return inputRequired({
          inputRequests: turn.asks,
          // Two questions never carry the same state.
          requestState: turn.state && (await codec.mint({ ...turn.state, once: randomUUID() })),
        })
      },
    )
  }
}

const TOOLS: Record<string, Next> = {
  test_input_required_result_elicitation: (request) => {
    const name = userInput(request, 'user_name', 'name')
    return name === undefined ? { asks: { user_name: askName } } : { says: `Hello, ${name}!` }
  },
  test_input_required_result_sampling: (request) => {
    const capital = modelText(request, 'capital_question')
    const asks = { capital_question: sample('What is the capital of France?') }
    return capital === undefined ? { asks } : { says: capital }
  },
  test_input_required_result_list_roots: (request) => {
    const roots = request.inputResponses?.client_roots
    return roots === undefined
      ? { asks: { client_roots: inputRequired.listRoots() } }
      : { says: JSON.stringify(roots) }
  },
  test_input_required_result_request_state: confirmed('state-ok'),
  test_input_required_result_tampered_state: confirmed('The state is whole.'),
  test_input_required_result_multiple_inputs: (request) => {
    const name = userInput(request, 'user_name', 'name')
    const greeting = modelText(request, 'greeting')
    const roots = request.inputResponses?.client_roots
    if (name !== undefined && greeting !== undefined && roots !== undefined)
      return { says: `${greeting}, ${name}!` }
    return {
      asks: {
        user_name: askName,
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      state: {},
    }
  },
  test_input_required_result_multi_round: (request): Turn => {
    const { round = 0, name } = request.requestState<{ round?: number; name?: string }>() ?? {}
    if (round === 0)
      return { asks: { step1: ask('Step 1: What is your name?', 'name') }, state: { round: 1 } }
    if (round === 1) {
      return {
        asks: { step2: ask('Step 2: What is your favorite color?', 'color') },
        state: { round: 2, name: userInput(request, 'step1', 'name') },
      }
    }
    return { says: `${name} likes ${userInput(request, 'step2', 'color')}.` }
  },
  test_input_required_result_capabilities: (request) => {
    const envelope: Record<string, unknown> = request.envelope ?? {}
    const able = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities
    const asks: InputRequests = {
      ...(able.elicitation && { user_name: askName }),
      ...(able.sampling && { greeting: sample('Generate a greeting') }),
      ...(able.roots && { client_roots: inputRequired.listRoots() }),
    }
    return request.inputResponses || Object.keys(asks).length === 0
      ? { says: 'There is nothing left to ask.' }
      : { asks }
  },
  test_missing_capability: (request) => {
    const answer = modelText(request, 'answer')
    return answer === undefined ? { asks: { answer: sample('Say pong') } } : { says: answer }
  },
}

const askName = ask('What is your name?', 'name')

/** A question to the user for one text. */
function ask(message: string, field: string) {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  })
}

function sample(text: string) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 50,
  })
}

/** Asks for a confirmation whose request state has to come back whole. */
function confirmed(says: string): Next {
  return (request) => {
    const state = request.requestState<Record<string, unknown>>()
    if (state !== undefined && acceptedContent(request.inputResponses, 'confirm') !== undefined)
      return { says }
    const requestedSchema = {
      type: 'object' as const,
      properties: { ok: { type: 'boolean' as const } },
      required: ['ok'],
    }
    return {
      asks: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema }) },
      state: {},
    }
  }
}

/** The text that the user gave for a field, if there is one. */
function userInput({ inputResponses }: Request, key: string, field: string): string | undefined {
  const value = acceptedContent<Record<string, unknown>>(inputResponses, key)?.[field]
  return typeof value === 'string' ? value : undefined
}

/** What the client's model said, if there is an answer. */
function modelText({ inputResponses }: Request, key: string): string | undefined {
  const answer = inputResponses?.[key] as { content?: { text?: string } } | undefined
  return answer?.content?.text
}
