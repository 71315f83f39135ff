import { request } from 'node:http'

interface FetchOptions {
  method?: string
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** Asks for a path exactly as it is written, and under any Host: `fetch` puts the one in order and keeps the other. */
export function fetchPath(root: string, path: string, options: FetchOptions = {}): Promise<Response> {
  const { hostname, port } = new URL(root)
  const { method = 'GET', json, form, headers = {} } = options
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? '' : JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        headers: {
          ...(body !== '' && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk as Buffer)
        const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode!, headers: given }))
      },
    )
    sent.on('error', reject).end(body)
  })
}
