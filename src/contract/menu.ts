import { z } from 'zod'
import { responseObject } from './fields.ts'
import { Availability, Picture, Price } from './product.ts'

const Dish = responseObject({
  id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  url: z.string().optional(),
  sourceUrl: z.string().optional(),
  images: z.array(Picture).optional(),
  price: Price.optional(),
  availability: Availability.optional(),
  dietary: z.array(z.string()).optional(),
  calories: z.number().optional(),
  optionGroups: z.array(z.record(z.string(), z.unknown())).optional(),
  identifiers: responseObject({ merchantItemId: z.string().optional() }).optional(),
})

export const Menu = responseObject({
  isMenu: z.boolean(),
  confidence: z.number().optional(),
  currency: z.string().nullish(),
  sourceUrl: z.string().optional(),
  merchant: responseObject({
    name: z.string().optional(),
    type: z.string().nullish(),
    location: z.unknown().optional(),
  }).optional(),
  sections: z.array(
    responseObject({
      id: z.string().optional(),
      name: z.string().optional(),
      description: z.string().optional(),
      items: z.array(Dish),
    }),
  ),
}).meta({ id: 'Menu', description: 'The menu on the page.' })
export type Menu = z.output<typeof Menu>
