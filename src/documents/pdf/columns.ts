import type { Box } from '../converted.ts'

/** Something that has a place on a page. */
export interface Placed {
  box: Box
}

/** A region that is cut in two columns, with what stands above and below both. */
export interface Columns<T> {
  above: T[]
  left: T[]
  right: T[]
  below: T[]
}
