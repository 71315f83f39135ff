import { fromJsonSchema } from '@modelcontextprotocol/server'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { RED_PIXEL, SHORT_SOUND } from './samples.ts'

type Content = CallToolResult['content']

/** The responses of the tools without arguments. */
const CONTENT: Record<string, Content> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [{ type: 'image', data: RED_PIXEL, mimeType: 'image/png' }],
  test_audio_content: [{ type: 'audio', data: SHORT_SOUND, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    { type: 'image', data: RED_PIXEL, mimeType: 'image/png' },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ],
}

/** Every keyword of JSON Schema 2020-12 that a listing has to keep. */
const KEYWORDS = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword is named so.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** The listing keeps unknown JSON Schema keywords. */
const REGION = { type: 'string', 'x-mcp-header': 'Region' }

/** Tools with constant responses, and tools whose input schema is under test. */
export function addContentTools(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENT)) {
    server.registerTool(name, { description: `Answers what ${name} is to answer` }, () => ({ content }))
  }
  server.registerTool('test_error_handling', { description: 'Always fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema with many keywords', inputSchema: fromJsonSchema(KEYWORDS) },
    (given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] }),
  )
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Has an argument that is also sent as a header',
      inputSchema: fromJsonSchema({
        type: 'object',
        properties: { region: REGION, level: { type: 'integer' } },
      }),
    },
    (given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] }),
  )
}
