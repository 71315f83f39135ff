import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assignment, lead, ORIGIN, page, worked } from '../../../test/support/seen-pages.ts'
import type { World } from '../../../test/support/seen-pages.ts'

function named(list: string) {
  const items = { type: 'object', properties: { name: { type: 'string' } } }
  return { type: 'object', properties: { [list]: { type: 'array', items } } }
}

function menu(...names: string[]) {
  return names.map((name, index) => lead(index === 0 ? '/' : `/${index}`, name, { area: 'navigation' }))
}

describe('what is only in the menu of a page', () => {
  const menus = {
    English: ['Home', 'About us', 'Products', 'Contact'],
    German: ['Start', 'Über uns', 'Produkte', 'Kontakt'],
    French: ['Accueil', 'Qui sommes-nous', 'Produits', 'Contact'],
    Spanish: ['Inicio', 'Nosotros', 'Productos', 'Contacto'],
  }
  for (const [language, names] of Object.entries(menus)) {
    it(`is no list of things, in ${language}`, async () => {
      const links = menu(...names)
      const products = ['Lens', 'Prism'].map((name) => ({ name }))
      const world: World = {
        '/': page('/', 'Halden Optics', {
          leads: links,
          value: { products: names.map((name) => ({ name })) },
          records: links.map(({ url }, index) => ({ record: `/products/${index}`, url })),
        }),
        '/2': page('/2', names[2]!, { leads: links, value: { products } }),
      }
      const { outcome } = await worked(
        assignment({ prompt: 'List all products', schema: named('products') }),
        world,
      )
      assert.deepEqual(outcome.data, { products })
    })
  }

  it('is taken where it lists things and no pages about the site', async () => {
    const names = ['Lenses', 'Prisms', 'Mirrors']
    const links = names.map((name) => lead(`/c/${name}`, name, { area: 'navigation' }))
    const categories = names.map((name) => ({ name }))
    const world: World = {
      '/': page('/', 'Halden Optics', {
        leads: links,
        value: { categories },
        records: names.map((name, index) => ({
          record: `/categories/${index}`,
          url: `${ORIGIN}/c/${name}`,
        })),
      }),
    }
    const { outcome } = await worked(
      assignment({ prompt: 'List all categories', schema: named('categories') }),
      world,
    )
    assert.deepEqual(outcome.data, { categories })
  })
})
