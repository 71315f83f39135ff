import { z } from 'zod'
import { responseObject } from './fields.ts'

export const Price = responseObject({
  amount: z.number(),
  currency: z.string().optional(),
  formatted: z.string().optional(),
})
export type Price = z.output<typeof Price>

export const Availability = responseObject({ inStock: z.boolean(), text: z.string().optional() })

export const Picture = responseObject({ url: z.string(), alt: z.string().optional() })

const Variant = responseObject({
  id: z.string().optional(),
  sku: z.string().optional(),
  title: z.string().optional(),
  values: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The attributes of this variant, such as its size.'),
  price: Price.optional(),
  sale: responseObject({ originalPrice: Price }).optional(),
  availability: Availability.optional(),
  images: z.array(Picture).optional(),
})

export const Product = responseObject({
  title: z.string().optional(),
  brand: z.string().optional(),
  category: z.string().optional(),
  url: z.string().optional(),
  description: z.string().optional(),
  variants: z.array(Variant),
}).meta({ id: 'Product', description: 'The product that the page sells.' })
export type Product = z.output<typeof Product>
