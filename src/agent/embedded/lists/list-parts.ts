import type { GatheredRecord } from '../../gathered/record-pool.ts'
import { shapeOf } from '../address.ts'
import type { ListPage } from './list-pages.ts'

/** What was listed like a record and turned out to be a part of the list: a category, a region, a year. */
export class ListParts {
  readonly #parts = new Set<GatheredRecord>()
  readonly #shapes = new Set<string>()

  add(part: GatheredRecord): void {
    this.#parts.add(part)
    if (part.link !== undefined) this.#shapes.add(shapeOf(`http://${part.link}`))
  }

  /** Whether a record looks like those that turned out to be parts. */
  isLike({ link }: GatheredRecord): boolean {
    return link !== undefined && this.#shapes.has(shapeOf(`http://${link}`))
  }

  /** Whether a page lists parts rather than records. */
  isIndex({ kind, records }: Pick<ListPage, 'kind' | 'records'>): boolean {
    return kind === 'names' && records.some((record) => this.#parts.has(record))
  }
}
