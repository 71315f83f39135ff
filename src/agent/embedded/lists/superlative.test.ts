import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { superlativeIn } from './superlative.ts'

describe('superlativeIn', () => {
  const asked: [string, string, string, boolean][] = [
    ['Which kayak is the cheapest to rent?', 'kayak', 'price', false],
    ['What is the most expensive cabin and how many beds has it?', 'cabin', 'price', true],
    ['The newest album: title and label', 'album', 'date', true],
    ['The lake with the greatest depth and its area', 'lake', 'depth', true],
    ['Which museum has the fewest visitors?', 'museum', 'visitors', false],
    ['Name and height of the tallest tower', 'tower', 'height', true],
    ['Welches Zelt ist das leichteste?', 'zelt', 'weight', false],
    ['Quelle est la chambre la moins chère ?', 'chambre', 'price', false],
    ['¿Cuál es la ruta más larga?', 'ruta', 'length', true],
    ['Welcher Kurs kostet am wenigsten?', 'kurs', 'price', false],
    ['Which tour costs the most?', 'tour', 'price', true],
  ]
  for (const [prompt, entity, metric, isDown] of asked)
    it(`reads "${prompt}"`, () => assert.deepEqual(superlativeIn(prompt), { entity, metric, isDown }))

  const others = [
    'Default port, name of the config file, and the latest version with its date',
    'The lowest price of the Aurora 300',
    'Price per night in high season, and the nearest railway station',
    'All lamps with their price',
    'The three cheapest laptops',
    'What is the best way to get there?',
  ]
  for (const prompt of others)
    it(`finds no comparison in "${prompt}"`, () => assert.equal(superlativeIn(prompt), undefined))
})
