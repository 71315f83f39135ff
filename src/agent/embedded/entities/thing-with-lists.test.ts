import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assignment,
  nav,
  page,
  text,
  number,
  objectSchema,
  runEmbeddedStrategy,
} from '../../../../test/support/seen-pages.ts'
import type { SeenSite } from '../../../../test/support/seen-pages.ts'

describe('what is asked of one thing together with lists', () => {
  const record = (...names: string[]) => ({
    type: 'array',
    items: objectSchema(Object.fromEntries(names.map((name) => [name, text]))),
  })
  const menu = nav(['/about', 'About us'], ['/team', 'Our team'], ['/contact', 'Contact'])
  const offices = [
    { city: 'Halden', address: 'Storgata 14' },
    { city: 'Hamburg', address: 'Hafenweg 3' },
  ]
  const leadership = [
    { name: 'Ingrid Moe', role: 'Chief Executive' },
    { name: 'Tomas Berg', role: 'Head of Sales' },
  ]
  const told = (path: string, title: string, value: object) =>
    page(path, title, { title: `${title} | Halden Optics`, leads: menu, value: { name: title, ...value } })
  const world: SeenSite = {
    '/': told('/', 'Halden Optics', {}),
    '/about': told('/about', 'About Halden Optics', { founded: 1987 }),
    '/team': told('/team', 'Our team', { leadership }),
    '/contact': told('/contact', 'Contact', { offices, address: { street: 'Storgata 14', city: 'Halden' } }),
  }

  it('is put together from the pages that have it, the name as the request has it', async () => {
    const { visits, outcome } = await runEmbeddedStrategy(
      assignment({
        prompt: 'Company profile of Halden Optics: name, founding year, address, offices and leadership',
        schema: objectSchema({
          name: text,
          founded: number,
          address: objectSchema({ street: text, city: text }),
          offices: record('city', 'address'),
          leadership: record('name', 'role'),
        }),
      }),
      world,
    )
    assert.deepEqual(outcome.data, {
      name: 'Halden Optics',
      founded: 1987,
      address: { street: 'Storgata 14', city: 'Halden' },
      offices,
      leadership,
    })
    assert.equal(visits.length, 4)
  })
})
