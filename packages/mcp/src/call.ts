import type { Answered, Asking, Plain, Turn } from './tool.ts'

/** One request to the service. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Plain
  query?: Plain
}

/**
 * Sends a request and gives the whole envelope back, because the warnings are there: the client's methods for one endpoint
 * give the data alone.
 */
export async function send({ client, signal }: Asking, { method, path, body, query }: Call): Promise<Plain> {
  return (await client.request(method, path, {
    ...(body && { body }),
    ...(query && { query }),
    signal,
  })) as Plain
}

/**
 * Starts a job. The signal does not end this request: a job whose id is lost could neither be cancelled nor asked for.
 */
export function start({ client }: Asking, { path, body }: { path: string; body: Plain }): Promise<Plain> {
  return send({ client, signal: undefined }, { method: 'POST', path, body })
}

/** A tool that is one request: its answer is the envelope. */
export function asking<Input>(toCall: (input: Input) => Call) {
  return async (input: Input, turn: Turn): Promise<Answered> => ({ value: await send(turn, toCall(input)) })
}

/** The document in an envelope, with a warning that stands beside it. */
export function documentOf(envelope: Plain): Plain {
  const document = envelope['data'] as Plain
  const warnings = [document['warning'], envelope['warning']].filter((said) => typeof said === 'string')
  const warning = [...new Set(warnings)].join(' ')
  return warning === '' ? document : { ...document, warning }
}

/** An id in a path. */
export function segment(id: string): string {
  return encodeURIComponent(id)
}
