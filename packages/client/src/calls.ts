import { connectionOf } from './connection.ts'
import type { ClientOptions, Connection } from './connection.ts'
import type { Request } from './exchange.ts'
import { createTransport } from './transport.ts'
import type { CallOptions, Transport } from './transport.ts'

/** What the groups of calls have in common: a connection to the service. */
export class Calls {
  protected readonly connection: Connection
  readonly #transport: Transport

  constructor(options: ClientOptions = {}) {
    this.connection = connectionOf(options)
    this.#transport = createTransport(this.connection)
  }

  /** Any endpoint by its path (`/v2/…`), for what has no method here. Gives the whole envelope. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what has no method has no type either, unless the caller says.
  request<Answer = any>(
    method: string,
    path: string,
    given: {
      body?: Record<string, unknown> | undefined
      query?: Record<string, unknown> | undefined
      form?: FormData | undefined
    } & CallOptions = {},
  ): Promise<Answer> {
    const { signal, timeoutMs, ...rest } = given
    return this.send({ method, path, ...rest }, { signal, timeoutMs })
  }

  protected async send<Answer>(request: Parameters<Transport>[0], call?: CallOptions): Promise<Answer> {
    return (await this.#transport(request, call)) as Answer
  }

  protected get<Answer>(path: string, call?: CallOptions, query?: object): Promise<Answer> {
    return this.send({ method: 'GET', path, query }, call)
  }

  protected post<Answer>(
    path: string,
    body: object,
    call?: CallOptions,
    about: Pick<Request, 'mayFail'> & { isIdempotent?: boolean } = {},
  ): Promise<Answer> {
    return this.send({ method: 'POST', path, body, ...about }, call)
  }

  protected delete<Answer>(path: string, call?: CallOptions): Promise<Answer> {
    return this.send({ method: 'DELETE', path }, call)
  }
}

/** A path with ids in it: each stays one segment, whatever is in it. What is no id is refused when the path is used. */
export function path(parts: TemplateStringsArray, ...ids: (string | undefined)[]): string {
  return parts.map((part, at) => part + encodeURIComponent(ids[at] ?? '')).join('')
}
