import type { FastifyInstance, FastifyRequest } from 'fastify'
import { within } from '../../concurrency/abort.ts'
import type { Bill, Caller, Meter } from '../../access/access.ts'
import type { AuditNote } from '../../contract/audit.ts'
import type { Log } from '../../log.ts'
import { auditNoteOf, requestEvent } from '../../siem/siem.ts'
import type { SiemEvent } from '../../siem/siem.ts'
import { callerOf } from './route.ts'

export interface AuditNeeds {
  /** Resolves when the event is on disk. */
  recordEvent: (event: SiemEvent) => Promise<void>
  meter: Pick<Meter, 'run'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's body, as far as it was read and parsed. */
    auditedInput: unknown
    auditedOutput: unknown
    bill: Bill | undefined
  }
}

/** The longest wait of a response for its event; a slower database has already delayed everything else. */
const MAX_WAIT_MS = 2_000

/**
 * Records one event per request of an audited team, with any outcome. The response waits until the event is
 * on disk, so every response has an event that will be delivered; it does not wait for the collector. An
 * event that cannot be written is logged, and the response is sent anyway.
 */
export function addAudit(app: FastifyInstance, needs: AuditNeeds & { log: Log }): void {
  app.decorateRequest('auditedInput', undefined)
  app.decorateRequest('auditedOutput', undefined)
  app.decorateRequest('bill', undefined)
  app.addHook('onSend', async (request, reply) => {
    if (auditedCaller(request)) await recordRequest(request, reply, needs)
  })
}

/** Runs a handler; for an audited caller, it keeps the request and response for the event. */
export async function runAudited(
  request: FastifyRequest,
  input: unknown,
  { meter }: Pick<AuditNeeds, 'meter'>,
  handle: () => unknown,
): Promise<unknown> {
  if (!auditedCaller(request)) return handle()
  request.auditedInput = input
  request.bill = { credits: 0 }
  request.auditedOutput = await meter.run(request.bill, handle)
  return request.auditedOutput
}

/** Records the event of a finished response, or of a handshake that became a WebSocket. */
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
    // A refused request was not parsed, but its body may still contain the user and the tool.
    requestBody: request.auditedInput ?? request.body,
    responseBody: request.auditedOutput,
    failure: request.failure,
  })
  try {
    await within(MAX_WAIT_MS, recordEvent(event))
  } catch (err) {
    log.error({ err, requestId: request.id, eventId: event.id }, 'an audit event may not have been written')
  }
}

function auditedCaller({ identity }: FastifyRequest): Caller | undefined {
  const caller = callerOf(identity)
  return caller?.isAudited ? caller : undefined
}

/** The audit note that a job carries from the request that started it, if events are enabled. */
export function jobAuditNote(caller: Caller, asked: object): AuditNote | undefined {
  return caller.isAudited ? auditNoteOf(caller, asked) : undefined
}
