import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A form with a default of every primitive type. */
const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}

/** A form with every notation of a choice. */
const CHOICES = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
}

function titled(noun: string) {
  return ['First', 'Second', 'Third'].map((place, index) => ({
    const: `value${index + 1}`,
    title: `${place} ${noun}`,
  }))
}

/** Tools that send requests to the client while they run, as the revisions before 2026-07-28 do. */
export function addAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: "Asks the client's model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const answer = await mcpReq.send({
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 100 },
      })
      return { content: [{ type: 'text', text: `LLM response: ${JSON.stringify(answer.content)}` }] }
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the user', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) =>
      elicit(context, message, { username: { type: 'string' }, email: { type: 'string' } }, [
        'username',
        'email',
      ]),
  )
  for (const [name, properties] of [
    ['test_elicitation_sep1034_defaults', DEFAULTS],
    ['test_elicitation_sep1330_enums', CHOICES],
  ] as const) {
    server.registerTool(
      name,
      { description: 'Asks the user with a form', inputSchema: z.object({}) },
      (_given, context) => elicit(context, 'Please fill in the form', properties, []),
    )
  }
}

async function elicit(
  { mcpReq }: ServerContext,
  message: string,
  properties: Record<string, unknown>,
  required: string[],
) {
  const { action, content } = await mcpReq.send({
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties: properties as never, required } },
  })
  const text = `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`
  return { content: [{ type: 'text' as const, text }] }
}
