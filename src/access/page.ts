/** A page of a list, oldest first; the cursor leads to the next one. */
export interface Paged<Item> {
  items: Item[]
  nextCursor: string | null
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}
