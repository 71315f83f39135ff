/** What a task is about, for the table of kinds. */
type TaskKind =
  | 'fact'
  | 'entity'
  | 'list'
  | 'list-and-details'
  | 'first-few'
  | 'condition'
  | 'spread'
  | 'missing'
  | 'strict'
  | 'strict-nothing'
  | 'search'

/** A wish of a user over one site, and what is right to answer. */
export interface Task {
  /** `<site>/<name>`. */
  id: string
  kind: TaskKind
  prompt: string
  /** Absolute, on the origin of the site. Without them, the whole site was scraped before and is to be searched. */
  urls?: readonly string[]
  strictConstrainToURLs?: boolean
  schema?: Record<string, unknown>
  /** In the shape of the schema, with null for what no page says. Without a schema: records of what must be in the answer. */
  truth: unknown
  /** Paths of the pages that have to be read for it; those on the way to them are found by their links. */
  needs: readonly string[]
  /** Whether the order of records counts. */
  isOrdered?: boolean
}

/** Several ways to say the same that are all right; with null among them, nothing is right too. */
export class Either {
  readonly values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.values = values
  }

  toJSON(): unknown {
    return { either: this.values }
  }
}

export function either(...values: unknown[]): Either {
  return new Either(values)
}
