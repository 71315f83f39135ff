import { ResourceTemplate } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'
import { RED_PIXEL } from './samples.ts'

const FIXED = {
  'static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'static-binary': { mimeType: 'image/png', blob: RED_PIXEL },
  'watched-resource': { mimeType: 'text/plain', text: 'This is watched.' },
}

/**
 * Resources with fixed content, one with a variable in its URI, and subscriptions that are accepted and never
 * used.
 */
export function addResources(server: McpServer): void {
  for (const [name, content] of Object.entries(FIXED)) {
    const uri = `test://${name}`
    server.registerResource(
      name,
      uri,
      { description: 'Has fixed content', mimeType: content.mimeType },
      () => ({ contents: [{ uri, ...content }] }),
    )
  }
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Has its variable in its content', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}
