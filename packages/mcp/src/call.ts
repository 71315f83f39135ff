import type { ToolOutput, RequestContext, JsonObject, ToolContext } from './tool.ts'

/** One request to the service. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: JsonObject
  query?: JsonObject
}

/**
 * Sends a request and gives the whole envelope back, because the warnings are there: the client's methods for one endpoint
 * give the data alone.
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
 * Starts a job. The signal does not end this request: a job whose id is lost could neither be cancelled nor asked for.
 */
export function startJob(
  { client }: RequestContext,
  { path, body }: { path: string; body: JsonObject },
): Promise<JsonObject> {
  return send({ client, signal: undefined }, { method: 'POST', path, body })
}

/** A tool that is one request: its answer is the envelope. */
export function singleRequest<Input>(toRequest: (input: Input) => ServiceRequest) {
  return async (input: Input, context: ToolContext): Promise<ToolOutput> => ({
    value: await send(context, toRequest(input)),
  })
}

/** The document in an envelope, with a warning that stands beside it. */
export function documentOf(envelope: JsonObject): JsonObject {
  const document = envelope['data'] as JsonObject
  const warnings = [document['warning'], envelope['warning']].filter((said) => typeof said === 'string')
  const warning = [...new Set(warnings)].join(' ')
  return warning === '' ? document : { ...document, warning }
}

/** An id in a path. */
export function pathSegment(id: string): string {
  return encodeURIComponent(id)
}
