import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { describeApi } from './openapi.ts'
import type { Route } from '../server/route.ts'

const ASSETS = new URL('./assets/', import.meta.url)

const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** Serves the API description, the page to read and try it, and the console. Nothing is loaded from anywhere else. */
export async function addDocs(
  app: FastifyInstance,
  routes: readonly Route[],
  version: string,
): Promise<void> {
  // Created on the first request, because it would slow down the start.
  let description: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    // The server URL is relative, so that trying a request works under any host name.
    description ??= JSON.stringify(describeApi(routes, '/', version))
    return reply.type('application/json; charset=utf-8').send(description)
  })

  await app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/docs/ui/',
    decorateReply: false,
    index: false,
    maxAge: '1d',
  })
  for (const { path, file, type } of PAGES) {
    const content = await readFile(new URL(file, ASSETS))
    app.get(path, (_request, reply) =>
      reply.header('content-security-policy', CONTENT_POLICY).type(`${type}; charset=utf-8`).send(content),
    )
  }
}

const PAGES = [
  { path: '/', file: 'console.html', type: 'text/html' },
  { path: '/console.js', file: 'console.js', type: 'text/javascript' },
  { path: '/console-elements.js', file: 'console-elements.js', type: 'text/javascript' },
  { path: '/console.css', file: 'console.css', type: 'text/css' },
  { path: '/live.js', file: 'live.js', type: 'text/javascript' },
  { path: '/live.css', file: 'live.css', type: 'text/css' },
  { path: '/docs', file: 'docs.html', type: 'text/html' },
  { path: '/docs/docs.js', file: 'docs.js', type: 'text/javascript' },
]
