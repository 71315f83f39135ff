import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dietaryOf, markMeanings, withoutDiet, withoutMarks } from './leaves.ts'

describe('diets that a dish suits', () => {
  const cases: [text: string, expected: string[], page?: string[]][] = [
    ['Garden burger (V)', ['vegetarian']],
    ['Garden burger (v, gf)', ['vegetarian', 'gluten-free']],
    ['Garden burger V', ['vegan'], ['V = Vegan']],
    ['Garden burger (VG)', ['vegetarian']],
    ['Garden burger (VG)', ['vegan'], ['Soup (V)', 'Garden burger (VG)']],
    ['Garden burger (VE)', ['vegan']],
    ['Dal 🌱', ['vegetarian']],
    ['Dal 🌱', ['vegan'], ['🌱 vegan']],
    ['Vegan burger', ['vegan']],
    ['Linsensuppe, vegan und glutenfrei', ['vegan', 'gluten-free']],
    ['plat végétarien, sans gluten', ['vegetarian', 'gluten-free']],
    ['senza glutine', ['gluten-free']],
    ['вегетарианский', ['vegetarian']],
    ['ヴィーガン', ['vegan']],
    ['halal chicken', ['halal']],
    ['vegan option available', []],
    ['can be made vegan', []],
    ['non-vegetarian thali', []],
    ['Vitamin V8 juice', []],
    ['BBQ (A,C,G)', []],
    ['Steak', []],
  ]
  for (const [text, expected, page = []] of cases) {
    it(`${text}${page.length > 0 ? ` on a page with ${page.join(', ')}` : ''}`, () => {
      assert.deepEqual(dietaryOf([text], markMeanings(page)), expected)
    })
  }

  it('is removed from names', () => {
    assert.equal(withoutMarks('Garden burger (V, GF)'), 'Garden burger')
    assert.equal(withoutMarks('Schnitzel (A,C,G)'), 'Schnitzel')
    assert.equal(withoutMarks('Ribs (BBQ)'), 'Ribs (BBQ)')
    assert.equal(withoutDiet('Ensalada (sin gluten)'), 'Ensalada')
  })
})
