import { z } from 'zod'
import { HeaderMap, shorthand } from './fields.ts'
import { WebUrl } from './url.ts'

const WEBHOOK_EVENTS = {
  crawl: ['crawl.started', 'crawl.page', 'crawl.completed', 'crawl.failed', 'crawl.cancelled'],
  batch: [
    'batch_scrape.started',
    'batch_scrape.page',
    'batch_scrape.completed',
    'batch_scrape.failed',
    'batch_scrape.cancelled',
  ],
  extract: ['extract.started', 'extract.page', 'extract.completed', 'extract.failed', 'extract.cancelled'],
  agent: ['agent.started', 'agent.action', 'agent.completed', 'agent.failed', 'agent.cancelled'],
  monitor: ['monitor.page', 'monitor.check.completed'],
} as const

export type WebhookKind = keyof typeof WEBHOOK_EVENTS
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[WebhookKind][number]

/** It is sent with every delivery, and a crawl has thousands. */
const MAX_METADATA_CHARACTERS = 65_536

/** The URL and options of a webhook, as a string or an object. Events are output with full names. */
export function webhook(kind: WebhookKind) {
  const events: readonly WebhookEvent[] = WEBHOOK_EVENTS[kind]
  return shorthand(
    z.strictObject({
      url: WebUrl,
      headers: HeaderMap.default({}).describe('HTTP headers of every delivery.'),
      metadata: z
        .record(z.string(), z.unknown())
        .refine(isWithinLimit, `must not be longer than ${MAX_METADATA_CHARACTERS} characters as JSON`)
        .default({})
        .describe('Returned in every delivery.'),
      events: z
        .array(eventName(events))
        .default([...events])
        .describe('The events to report; all by default.')
        .meta({ items: { type: 'string', enum: shortNames(events) } }),
    }),
    {
      short: { type: 'string', description: 'Only the URL.' },
      expand: (value) => (typeof value === 'string' ? { url: value } : value),
    },
  ).meta({
    description: 'The webhook, as a URL or an object.',
    example: 'https://example.com/hook',
  })
}

export type Webhook = z.output<ReturnType<typeof webhook>>

function isWithinLimit(metadata: unknown): boolean {
  return JSON.stringify(metadata).length <= MAX_METADATA_CHARACTERS
}

function eventName(events: readonly WebhookEvent[]) {
  return z.string().transform((name, context) => {
    const event = events.find((full) => namesOf(full).includes(name))
    if (event) return event
    context.addIssue({ code: 'invalid_value', values: shortNames(events), input: name })
    return z.NEVER
  })
}

/** An event may be given in full, by its second word, or by the part after the first dot. */
function namesOf(event: WebhookEvent): string[] {
  const [, ...rest] = event.split('.')
  return [event, rest.join('.'), rest[0]!]
}

function shortNames(events: readonly WebhookEvent[]): string[] {
  return events.map((event) => namesOf(event)[1]!)
}
