import { setTimeout as delay } from 'node:timers/promises'
import { serve } from '../serve.ts'
import type { Answer, Asked, Served } from '../serve.ts'
import type { Flow } from './flow.ts'

export interface ServedFlow extends Served {
  /** What was sent to the server, oldest first. */
  sent: { path: string; body: unknown }[]
}

/** Every server takes a moment. */
const ANSWER_MS = 40
const OK: Answer = { type: 'application/json', body: '{"ok":true}' }
const NOTHING: Answer = { status: 404, body: '<!doctype html><title>Not found</title><h1>Not found</h1>' }

/** A fresh copy of a site. */
export async function serveFlow(flow: Flow): Promise<ServedFlow> {
  const sent: ServedFlow['sent'] = []
  const served = await serve(async (asked) => {
    if (asked.method !== 'GET') sent.push({ path: asked.path, body: asked.body })
    await delay(ANSWER_MS)
    return flow.answer?.(asked) ?? answerFor(flow, asked)
  })
  return { ...served, sent }
}

function answerFor({ pages }: Flow, { method, path }: Asked): Answer {
  if (method !== 'GET') return OK
  const body = pages[path]
  return body === undefined ? NOTHING : { body }
}
