import type { FastifyInstance, FastifyRequest } from 'fastify'
import { within } from '../../concurrency/abort.ts'
import type { Bill, Caller, Meter } from '../../access/access.ts'
import type { AuditNote } from '../../contract/audit.ts'
import type { Log } from '../../log.ts'
import { auditNoteOf, requestEvent } from '../../siem/siem.ts'
import type { SiemEvent } from '../../siem/siem.ts'
import { callerOf } from './route.ts'

export interface AuditNeeds {
  /** Answers when the event is on disk. */
  recordEvent: (event: SiemEvent) => Promise<void>
  meter: Pick<Meter, 'run'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was asked for, as far as it was read and understood. */
    asked: unknown
    answered: unknown
    bill: Bill | undefined
  }
}

/** How long an answer may wait for its event; a database that is slower has already held up everything else. */
const PATIENCE_MS = 2_000

/**
 * One event of every request of a team whose organization wants them, whatever became of it. The answer waits until the
 * event is on disk: whoever has the answer knows that the event will be told, and no collector is waited for. An event
 * that cannot be written is logged, and the answer goes out all the same.
 */
export function addAudit(app: FastifyInstance, needs: AuditNeeds & { log: Log }): void {
  app.decorateRequest('asked', undefined)
  app.decorateRequest('answered', undefined)
  app.decorateRequest('bill', undefined)
  app.addHook('onSend', async (request, reply) => {
    if (auditedCaller(request)) await recordRequest(request, reply, needs)
  })
}

/** Runs a handler; for an audited caller, what it takes and answers is remembered for the event. */
export async function observed(
  request: FastifyRequest,
  asked: unknown,
  { meter }: Pick<AuditNeeds, 'meter'>,
  handle: () => unknown,
): Promise<unknown> {
  if (!auditedCaller(request)) return handle()
  request.asked = asked
  request.bill = { credits: 0 }
  request.answered = await meter.run(request.bill, handle)
  return request.answered
}

/** The event of what has been answered, or of a handshake that became a WebSocket. */
export async function recordRequest(
  request: FastifyRequest,
  reply: { statusCode: number; elapsedTime: number },
  { recordEvent, log }: Pick<AuditNeeds, 'recordEvent'> & { log: Log },
): Promise<void> {
  const caller = auditedCaller(request)
  if (caller === undefined) return
  const event = requestEvent(caller, {
    requestId: request.id,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent'],
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
    params: request.params,
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    credits: request.bill?.credits ?? 0,
    // What was refused was not understood, but may say all the same who asked for what.
    requestBody: request.asked ?? request.body,
    responseBody: request.answered,
    failure: request.failure,
  })
  try {
    await within(PATIENCE_MS, recordEvent(event))
  } catch (err) {
    log.error({ err, requestId: request.id, eventId: event.id }, 'an audit event may not have been written')
  }
}

function auditedCaller({ who }: FastifyRequest): Caller | undefined {
  const caller = callerOf(who)
  return caller?.isAudited ? caller : undefined
}

/** What the event of a job will tell about the request that started it, where events are wanted. */
export function jobNote(who: Caller, asked: object): AuditNote | undefined {
  return who.isAudited ? auditNoteOf(who, asked) : undefined
}
