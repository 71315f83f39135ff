import type { EgressRequest } from '../egress/egress.ts'
import { FORMATS } from './format.ts'
import type { Collector, Reporter, Shipment } from './shipment.ts'

/** What says that the shipment itself is wrong, so that sending it again is in vain. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422])

/** In the manner of Splunk's. Any 2xx accepts all. No redirect is followed, because the headers hold a token. */
export function httpCollector(url: URL, request: EgressRequest, from: Reporter): Collector {
  const { address, authorization } = withoutCredentials(url)
  return async (shipment, signal) => {
    await using response = await request(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `${from.name}/${from.version}`,
        ...authorization,
        ...shipment.headers,
      },
      body: bodyOf(shipment, from),
      signal,
    })
    const { status } = response
    if (status >= 200 && status <= 299) return { state: 'accepted', status }
    const reason = `it answered with status ${status}`
    return { state: REFUSALS.has(status) ? 'refused' : 'failed', reason, status }
  }
}

function bodyOf({ events, format }: Shipment, from: Reporter): string {
  const lines = events.map((event) => ({
    time: Date.parse(event.at) / 1000,
    host: from.host,
    source: from.name,
    sourcetype: `${from.name.toLowerCase()}:${format}`,
    event: FORMATS[format](event, from),
  }))
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

/** A name and password in the address of the operator's collector are sent as the header that they stand for. */
function withoutCredentials(url: URL): { address: URL; authorization: Record<string, string> } {
  if (url.username === '' && url.password === '') return { address: url, authorization: {} }
  const address = new URL(url)
  address.username = ''
  address.password = ''
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { address, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}
