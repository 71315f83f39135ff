import type { ToolOutput, RequestContext, JsonObject, ToolContext } from './tool.ts'

/** One request to the service. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: JsonObject
  query?: JsonObject
}

/**
 * Sends a request and returns the whole envelope with its warnings; the client's methods return only the
 * data.
 */
export async function send(
  { client, signal }: RequestContext,
  { method, path, body, query }: ServiceRequest,
): Promise<JsonObject> {
  return (await client.request(method, path, {
    ...(body && { body }),
    ...(query && { query }),
    signal,
  })) as JsonObject
}

/**
 * Starts a job. The signal does not abort this request: a job without a known id could be neither cancelled
 * nor polled.
 */
export function startJob(
  { client }: RequestContext,
  { path, body }: { path: string; body: JsonObject },
): Promise<JsonObject> {
  return send({ client, signal: undefined }, { method: 'POST', path, body })
}

/** A tool that sends one request and returns its envelope. */
export function singleRequest<Input>(toRequest: (input: Input) => ServiceRequest) {
  return async (input: Input, context: ToolContext): Promise<ToolOutput> => ({
    value: await send(context, toRequest(input)),
  })
}

/** The document of an envelope, with the envelope's warning. */
export function documentOf(envelope: JsonObject): JsonObject {
  const document = envelope['data'] as JsonObject
  const warnings = [document['warning'], envelope['warning']].filter((said) => typeof said === 'string')
  const warning = [...new Set(warnings)].join(' ')
  return warning === '' ? document : { ...document, warning }
}

/** An id, escaped for a path. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id)
}
