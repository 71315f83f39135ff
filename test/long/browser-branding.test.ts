import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Branding } from '../../src/contract/branding.ts'
import { startBrandingPages } from '../support/branding-pages.ts'
import type { BrowserPages } from '../support/browser-pages.ts'
import { openTestBrowser } from '../support/test-browser.ts'
import type { VisitPage } from '../support/test-browser.ts'

const stack = new AsyncDisposableStack()
let site: BrowserPages
let see: VisitPage
before(async () => {
  site = stack.use(await startBrandingPages())
  ;({ visitPage: see } = stack.use(await openTestBrowser(site)))
})
after(() => stack.disposeAsync())

async function brandingOf(path: string) {
  const { branding, warnings } = await see(path, { branding: true })
  assert.deepEqual(warnings, [])
  assert.ok(branding)
  assert.deepEqual(Branding.parse(branding), branding)
  return branding
}

describe('a light page', () => {
  test('has every colour under its role', async () => {
    const { colorScheme, colors, personality } = await brandingOf('/light')
    assert.equal(colorScheme, 'light')
    assert.deepEqual(colors, {
      primary: '#0B7A4B',
      secondary: '#1F4D7A',
      accent: '#FF8C00',
      background: '#FFFFFF',
      textPrimary: '#1C1C1C',
      textSecondary: '#4A4A4A',
      link: '#1460AA',
      success: '#148C3C',
      warning: '#EDB417',
      error: '#C0262D',
    })
    assert.deepEqual(personality, { colorfulness: 'vivid', shapes: 'rounded', textContrast: 17 })
  })

  test('has its letters, also in sizes between pixels', async () => {
    const { fonts, typography } = await brandingOf('/light')
    assert.deepEqual(fonts, [
      { family: 'Fern Sans', role: 'body' },
      { family: 'Georgia', role: 'heading' },
      { family: 'JetBrains Mono', role: 'code' },
    ])
    assert.deepEqual(typography, {
      fontFamilies: { primary: 'Fern Sans', heading: 'Georgia', code: 'JetBrains Mono' },
      fontStacks: {
        primary: ['Fern Sans', 'Arial', 'sans-serif'],
        heading: ['Georgia', 'serif'],
        code: ['JetBrains Mono', 'monospace'],
      },
      fontSizes: { h1: '52.8px', h2: '32px', h3: '20.8px', body: '17.6px' },
      fontWeights: { regular: 400, medium: 600, bold: 700 },
      lineHeights: { body: 1.6, heading: 1.2 },
    })
  })

  test('has its measures and components', async () => {
    const { spacing, components, layout, animations } = await brandingOf('/light')
    assert.deepEqual(spacing, {
      baseUnit: 4,
      borderRadius: '8px',
      gridGutter: 24,
      padding: { button: '12px 24px', input: '8px 16px', card: '24px' },
      margins: { heading: '0px 0px 16px', paragraph: '0px 0px 24px' },
    })
    assert.deepEqual(components, {
      buttonPrimary: { background: '#0B7A4B', textColor: '#FFFFFF', borderRadius: '8px' },
      buttonSecondary: {
        background: 'transparent',
        textColor: '#1F4D7A',
        borderColor: '#1F4D7A',
        borderRadius: '8px',
      },
      input: {
        background: '#FAFAFA',
        textColor: '#1C1C1C',
        borderColor: '#B0B0B0',
        borderRadius: '8px',
        padding: '8px 16px',
      },
    })
    assert.deepEqual(
      [layout?.['maxWidth'], layout?.['headerPosition'], animations],
      ['1120px', 'sticky', { transitionDuration: '0.15s', transitionEasing: 'ease-in-out' }],
    )
  })

  test('has its name and its pictures, a drawing as one that stands on its own', async () => {
    const { brandName, logo, images } = await brandingOf('/light')
    assert.equal(brandName, 'Fernleaf')
    assert.deepEqual(images, { logo, favicon: `${site.url}/icon.svg`, ogImage: `${site.url}/photo.jpg` })
    const drawing = decodeURIComponent(logo!.replace('data:image/svg+xml,', ''))
    assert.match(drawing, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    // What it uses is brought along, what a style sheet painted is painted in it.
    assert.match(drawing, /<g[^>]*><path [^>]*d="M4 28C4/)
    assert.match(drawing, /<rect [^>]*fill="rgb\(11, 122, 75\)"/)
    assert.doesNotMatch(drawing, /<use|<style|class=/)
  })
})

describe('a dark page', () => {
  test('has the colours that show, whatever they are written in and shine through', async () => {
    const { colorScheme, colors, components, spacing } = await brandingOf('/dark')
    assert.equal(colorScheme, 'dark')
    assert.deepEqual(colors, {
      primary: '#8C5EE8',
      accent: '#2ECFFF',
      background: '#0D0D12',
      textPrimary: '#E7E7E8',
      textSecondary: '#A0A0A2',
      link: '#2ECFFF',
      error: '#FF6B6B',
    })
    assert.deepEqual(components, {
      buttonPrimary: { background: '#8C5EE8', textColor: '#FFFFFF', borderRadius: '9999px' },
      buttonSecondary: {
        background: '#242429',
        textColor: '#EAEAEA',
        borderColor: '#505054',
        borderRadius: '9999px',
      },
    })
    assert.equal(spacing?.baseUnit, 5)
  })

  test('has the family under the name that its makers gave it, and a logo in its styles', async () => {
    const { fonts, brandName, logo, typography } = await brandingOf('/dark')
    assert.deepEqual(fonts, [{ family: 'Inter', role: 'body' }])
    assert.deepEqual(typography?.fontWeights, { light: 300, regular: 400, medium: 500, bold: 800 })
    assert.deepEqual([brandName, logo], ['Nightjar', `${site.url}/logo.png`])
  })
})

describe('a button', () => {
  test('that is a gradient has its first colour, one that is a picture has none', async () => {
    const { components, colors } = await brandingOf('/gradient')
    assert.deepEqual(components, {
      buttonPrimary: {
        background: '#FF512F',
        textColor: '#FFFFFF',
        borderRadius: '12px',
        backgroundImage: 'linear-gradient(90deg, rgb(255, 81, 47) 0%, rgb(221, 36, 118) 100%)',
      },
    })
    assert.equal(colors?.primary, '#FF512F')
  })

  test('is found in a shadow tree within another', async () => {
    const { components, colors } = await brandingOf('/shadow')
    assert.deepEqual(components?.buttonPrimary, {
      background: '#B3261E',
      textColor: '#FFFBFE',
      borderRadius: '20px',
    })
    assert.deepEqual([colors?.primary, colors?.background], ['#B3261E', '#FFFDF7'])
  })
})

describe('a page out of the ordinary', () => {
  test('with more elements than are looked at is told by those that come first', async () => {
    const { colors, components } = await brandingOf('/large')
    assert.deepEqual(colors, {
      primary: '#FFCC00',
      secondary: '#004B8D',
      background: '#FFFFFF',
      textPrimary: '#333333',
    })
    assert.equal(components?.buttonPrimary?.background, '#FFCC00')
  })

  test('cannot lie about its styles, nor keep them from being read', async () => {
    const { colors, components, logo } = await brandingOf('/hostile')
    assert.deepEqual(colors, { primary: '#6A1B9A', background: '#FFFFFF', textPrimary: '#101010' })
    assert.deepEqual(components?.buttonPrimary, {
      background: '#6A1B9A',
      textColor: '#FFFFFF',
      borderRadius: '9999px',
    })
    assert.equal(logo, undefined)
  })

  test('without styles says what browsers make of it, and no more', async () => {
    const { colors, components, images, spacing } = await brandingOf('/bare')
    assert.deepEqual(colors, { background: '#FFFFFF', textPrimary: '#000000' })
    assert.deepEqual([components, images, spacing?.baseUnit], [undefined, undefined, undefined])
  })

  test('without content has a background', async () => {
    assert.deepEqual(await brandingOf('/empty'), { colorScheme: 'light', colors: { background: '#FFFFFF' } })
  })

  test('that is not asked about says nothing', async () => {
    assert.equal((await see('/light')).branding, undefined)
  })
})
