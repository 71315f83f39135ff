import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partsOf } from './parts.ts'

/** The parts of a text that are named, each with its name. */
function named(text: string): [string, string][] {
  return partsOf(text).flatMap(({ label, text: value }): [string, string][] =>
    label ? [[label, value]] : [],
  )
}

describe('partsOf', () => {
  const cases: [string, [string, string][]][] = [
    [
      'Group: Soil. Deadline: 30 April 2025. Ask Ana Roth.',
      [
        ['Group', 'Soil'],
        ['Deadline', '30 April 2025'],
      ],
    ],
    [
      'Editor: Prof. Ana Roth. Publisher: Roth Press, 3 Canal Street.',
      [
        ['Editor', 'Prof. Ana Roth'],
        ['Publisher', 'Roth Press, 3 Canal Street.'],
      ],
    ],
    ['ca. 84 m²', [['area', '84 m²']]],
    ['1.320 € kalt', [['kalt', '1.320 € kalt']]],
    ['18 septembre 2025 à 20 h', [['time', '20 h']]],
    [
      'Del 14 de marzo de 2025 al 7 de septiembre de 2025',
      [
        ['start date', 'Del 14 de marzo de 2025'],
        ['end date', '7 de septiembre de 2025'],
      ],
    ],
    [
      '€78,000 – €96,000 a year',
      [
        ['minimum', '€78,000'],
        ['maximum', '€96,000 a year'],
      ],
    ],
    [
      'Venue: Old Mill, Dublin',
      [
        ['Venue', 'Old Mill, Dublin'],
        ['venue', 'Old Mill'],
        ['city', 'Dublin'],
      ],
    ],
  ]
  for (const [text, parts] of cases) {
    it(`reads "${text}"`, () => {
      const wanted = new Set(parts.map(([label]) => label))
      const found = named(text)
      assert.deepEqual(
        found.filter(([label]) => wanted.has(label)),
        parts,
      )
    })
  }
})
