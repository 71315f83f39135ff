import type { Product } from '../../contract/product.ts'

export type Variant = Product['variants'][number]
export type Availability = NonNullable<Variant['availability']>
export type Picture = NonNullable<Variant['images']>[number]

/** What one source tells of a product: the answer's fields, as far as it has them. */
export interface FoundProduct {
  title?: string | undefined
  brand?: string | undefined
  category?: string | undefined
  url?: string | undefined
  description?: string | undefined
  images: Picture[]
  variants: Variant[]
}

/** An object without the fields that are not known. */
export function known<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}

/** A list, unless nothing is in it. */
export function orNone<Item>(list: readonly Item[]): Item[] | undefined {
  return list.length > 0 ? [...list] : undefined
}
