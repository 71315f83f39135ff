import { acceptedContent, inputRequired } from '@modelcontextprotocol/server'
import type { GetPromptResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { RED_PIXEL } from './samples.ts'

type Content = GetPromptResult['messages'][number]['content']

/** Prompts with fixed messages, with arguments, and one that sends a request before it responds. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Has one message' }, () =>
    fromUser({ type: 'text', text: 'This is a simple prompt for testing.' }),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Repeats its arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) =>
      fromUser({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Has a resource within', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      fromUser(
        {
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Has a picture within' }, () =>
    fromUser(
      { type: 'image', data: RED_PIXEL, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ),
  )
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks before it answers' },
    // The types do not show that a prompt without arguments only gets the context.
    (given: unknown) => {
      const { mcpReq } = given as ServerContext
      const told = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context')
      if (told) return fromUser({ type: 'text', text: `Use this context: ${told.context}` })
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: {
              type: 'object',
              properties: { context: { type: 'string' } },
              required: ['context'],
            },
          }),
        },
      })
    },
  )
}

function fromUser(...contents: Content[]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user' as const, content })) }
}
