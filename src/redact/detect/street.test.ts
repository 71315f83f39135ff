import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCoordinates } from './places.ts'
import { findStreets } from './street.ts'

/** The longest of overlapping spans, as they are merged later. */
function found(text: string): string[] {
  const spans = [...findStreets(text), ...findCoordinates(text)].toSorted(
    (one, other) => one.start - other.start,
  )
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of spans) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged.map(({ start, end }) => text.slice(start, end))
}

const CASES: [string, string[]][] = [
  [
    'at 1600 Pennsylvania Avenue NW, Washington, DC 20500.',
    ['1600 Pennsylvania Avenue NW, Washington, DC 20500'],
  ],
  [
    'Visit 12 Main Street, Apt. 4B, Springfield, IL 62704 today',
    ['12 Main Street, Apt. 4B, Springfield, IL 62704'],
  ],
  ['10 Downing Street, London SW1A 2AA', ['10 Downing Street, London SW1A 2AA']],
  ['221B Baker Street\nLondon\nNW1 6XE', ['221B Baker Street\nLondon\nNW1 6XE']],
  ['wohnt in der Lindenstraße 12a, 10969 Berlin.', ['Lindenstraße 12a, 10969 Berlin']],
  ['Musterstr. 5\n50667 Köln\nDeutschland', ['Musterstr. 5\n50667 Köln\nDeutschland']],
  ['Am Alten Markt Platz 3', ['Am Alten Markt Platz 3']],
  ['12 rue de la Paix, 75002 Paris', ['12 rue de la Paix, 75002 Paris']],
  ['5 bis, avenue Victor Hugo, 69003 Lyon, France', ['5 bis, avenue Victor Hugo, 69003 Lyon, France']],
  ['Calle Mayor 25, 28013 Madrid', ['Calle Mayor 25, 28013 Madrid']],
  ['C/ Gran Vía, 32, 3º B', ['C/ Gran Vía, 32, 3º B']],
  ['Via Garibaldi 7, 20121 Milano', ['Via Garibaldi 7, 20121 Milano']],
  ['Rua Augusta 1500, São Paulo', ['Rua Augusta 1500, São Paulo']],
  ['ul. Północna 73', ['ul. Północna 73']],
  ['Keizersgracht 126, 1015 CW Amsterdam', ['Keizersgracht 126, 1015 CW Amsterdam']],
  ['Storgatan 4, 111 22 Stockholm', ['Storgatan 4, 111 22 Stockholm']],
  ['Kossuth Lajos utca 5', ['Kossuth Lajos utca 5']],
  ['P.O. Box 1234', ['P.O. Box 1234']],
  ['Unit 8505 Box 9220\nDPO AE 90744', ['Unit 8505 Box 9220\nDPO AE 90744']],
  ['Address: 6 Quiet Corner Yard 12', ['6 Quiet Corner Yard 12']],
  ['Springfield, IL 62704', ['Springfield, IL 62704']],
  ['D-10115 Berlin', ['D-10115 Berlin']],
  ['K1A 0B6', ['K1A 0B6']],
  ['52.520008, 13.404954', ['52.520008, 13.404954']],
  ['40°26\'46"N 79°58\'56"W', ['40°26\'46"N 79°58\'56"W']],
  ['Wall Street rose 3 percent', []],
  ['The 2019 Tour de France in Paris', []],
  ['In Spring 2024 we went via Rome', []],
  ['We sold 300 Lamps in Berlin and Madrid', []],
  ['Version 12.3456 and 3.14159', []],
  ['Email address: see below 12', []],
  ['Denon AVR X2300W and AVC-X3800H amp', []],
  ['Zmarł w 2018 r. Premier mówi', []],
  ['R. Augusta, 1500', ['R. Augusta, 1500']],
]

for (const [text, expected] of CASES) {
  test(`finds postal addresses in ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), expected))
}
