import pg from 'pg'

/**
 * Plain SQL with typed rows. Statements of the hot path go through `prepared`, which names each text once per
 * connection so that the server parses and plans it once.
 */
export interface Queryable {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  prepared<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queryable {
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Holds one connection for as long as the listener lives, reconnecting when it is lost. */
  listen(channel: string, hear: (payload: string) => void): Promise<AsyncDisposable>
  /** A connection of one's own, for COPY, advisory locks and snapshots. */
  borrow(): Promise<pg.PoolClient>
  /** How to reach the server, for libraries that bring their own pool. */
  readonly connection: pg.PoolConfig
  close(): Promise<void>
}
