import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brandingOf } from './branding-of.ts'
import type { LogoCandidate, StyledElement, StyleSample } from './style-sample.ts'
import { assertCheap } from '../../../test/support/assert-cheap.ts'

function element(wishes: Partial<StyledElement>): StyledElement {
  return {
    kind: 'surface',
    tag: 'div',
    words: '',
    text: '',
    chars: 0,
    owner: '',
    place: '',
    box: [0, 0, 100, 40],
    color: '#222222',
    stops: [],
    hasPicture: false,
    under: ['#ffffff'],
    isOnPicture: false,
    isDisabled: false,
    isPlain: false,
    family: 'Arial',
    fontSize: 16,
    fontWeight: 400,
    radius: '0px',
    padding: [0, 0, 0, 0],
    margin: [0, 0, 0, 0],
    gap: 0,
    position: 'static',
    ...wishes,
  }
}

const text = (color: string, chars = 300, wishes: Partial<StyledElement> = {}) =>
  element({ kind: 'text', tag: 'p', color, chars, ...wishes })
const heading = (level: string, wishes: Partial<StyledElement> = {}) =>
  element({ kind: 'text', tag: level, owner: level, chars: 30, ...wishes })
const link = (color: string, wishes: Partial<StyledElement> = {}) =>
  element({ kind: 'link', tag: 'a', owner: 'a', color, chars: 20, place: 'main', ...wishes })
const button = (background: string | undefined, wishes: Partial<StyledElement> = {}) =>
  element({
    kind: 'button',
    tag: 'button',
    owner: 'button',
    text: 'Press',
    background,
    color: '#ffffff',
    box: [40, 40, 140, 48],
    padding: [12, 24, 12, 24],
    ...wishes,
  })

function sample(elements: StyledElement[], wishes: Partial<StyleSample> = {}): StyleSample {
  return {
    viewport: { width: 1280, height: 800 },
    size: { width: 1280, height: 1600 },
    canvas: '#ffffff',
    elements,
    variables: [],
    metas: [],
    icons: [],
    organizations: [],
    url: 'https://site.example/',
    faces: [],
    logos: [],
    ...wishes,
  }
}

describe('the background', () => {
  const whole = [0, 0, 1280, 1600]
  const cases: Record<string, [StyleSample, hex: string, scheme: string]> = {
    'is the canvas where nothing is painted': [sample([]), '#FFFFFF', 'light'],
    'is what covers the page': [sample([element({ box: whole, background: '#101014' })]), '#101014', 'dark'],
    'stays the canvas beside a large banner': [
      sample([element({ box: [0, 0, 1280, 800], background: '#123456' })]),
      '#FFFFFF',
      'light',
    ],
    'is not what is covered': [
      sample([
        element({ box: whole, background: '#ff0000' }),
        element({ box: whole, background: '#fafafa' }),
      ]),
      '#FAFAFA',
      'light',
    ],
    'is mixed with what shines through': [
      sample([element({ box: whole, background: '#000000e6', under: ['#ffffff'] })]),
      '#191919',
      'dark',
    ],
    'is not what lies outside of the page': [
      sample([element({ box: [-9999, -9999, 5000, 5000], background: '#ff0000' })]),
      '#FFFFFF',
      'light',
    ],
    'is not a picture': [
      sample([element({ box: whole, background: '#000000', hasPicture: true })]),
      '#FFFFFF',
      'light',
    ],
  }
  for (const [name, [given, hex, scheme]] of Object.entries(cases)) {
    test(name, () => {
      const { colors, colorScheme } = brandingOf(given)
      assert.deepEqual([colors?.background, colorScheme], [hex, scheme])
    })
  }
})

describe('the colour', () => {
  const cases: Record<string, [StyledElement[] | StyleSample, role: string, hex: string | undefined]> = {
    'primary is that of the call to action': [
      [button('#d6336c'), button(undefined, { color: '#111111', borderWidth: 1, borderColor: '#cccccc' })],
      'primary',
      '#D6336C',
    ],
    'primary is the colourful one of two buttons': [
      [button('#e9ecef', { color: '#111111' }), button('#2f9e44')],
      'primary',
      '#2F9E44',
    ],
    'primary is the one that is called so': [
      [button('#2f9e44', { words: 'btn btn-secondary' }), button('#5f3dc4', { words: 'btn btn-primary' })],
      'primary',
      '#5F3DC4',
    ],
    'primary may be black': [[button('#111111'), link('#1460aa')], 'primary', '#111111'],
    'primary is a declared one that is seen': [
      sample([text('#222222'), element({ background: '#0b7285', box: [0, 0, 1280, 60] })], {
        variables: [{ name: 'color-primary', color: '#0b7285' }],
      }),
      'primary',
      '#0B7285',
    ],
    'primary is not a declared one that nothing has': [
      sample([text('#222222')], { variables: [{ name: 'bs-primary', color: '#0d6efd' }] }),
      'primary',
      undefined,
    ],
    'primary is not that of a disabled button': [
      [button('#d6336c', { isDisabled: true })],
      'primary',
      undefined,
    ],
    'primary is not that of a button without a style': [
      [button('#efefef', { color: '#000000', isPlain: true })],
      'primary',
      undefined,
    ],
    'primary is not that of a warning': [
      [button('#e03131', { words: 'btn btn-danger' }), button('#1971c2')],
      'primary',
      '#1971C2',
    ],
    'primary is not what browsers give links': [[text('#222222'), link('#0000ee')], 'primary', undefined],
    'primary is the heaviest of near ones': [
      [button('#0b7a4b'), button('#0b7a4b'), button('#0c7b4c')],
      'primary',
      '#0B7A4B',
    ],
    'textPrimary is the strongest of which there is much': [
      [text('#555555', 400), heading('h1', { color: '#111111', fontSize: 48, chars: 40 })],
      'textPrimary',
      '#111111',
    ],
    'textSecondary is the one that comes after it': [
      [text('#555555', 400), heading('h1', { color: '#111111', fontSize: 48, chars: 40 })],
      'textSecondary',
      '#555555',
    ],
    'textPrimary is not that of a colourful headline': [
      [text('#333333', 400), heading('h1', { color: '#c2255c', fontSize: 32 })],
      'textPrimary',
      '#333333',
    ],
    'textPrimary is not that on another ground': [
      [text('#ffffff', 400, { under: ['#000000'] }), text('#444444', 100)],
      'textPrimary',
      '#444444',
    ],
    'textSecondary is not one that could not be read': [
      [text('#333333', 400), text('#ffffff', 300, { under: ['#fefefe'] })],
      'textSecondary',
      undefined,
    ],
    'textSecondary may be bluish': [[text('#0f172a', 400), text('#64748b', 200)], 'textSecondary', '#64748B'],
    'link is that of links in text, not of those around it': [
      [link('#111111', { place: 'nav' }), link('#111111', { place: 'nav' }), link('#1971c2')],
      'link',
      '#1971C2',
    ],
    'link is that of text where links look like it': [[text('#222222'), link('#222222')], 'link', '#222222'],
    'link is not that of a button': [
      [link('#ffffff', { background: '#0b7a4b', padding: [10, 20, 10, 20] })],
      'link',
      undefined,
    ],
    'link is not one that could not be read': [[link('#ffffff')], 'link', undefined],
    'accent is that of links beside another primary': [
      [button('#d6336c'), text('#222222'), link('#1971c2')],
      'accent',
      '#1971C2',
    ],
    'secondary is that of the other button': [
      [button('#d6336c', { words: 'primary' }), button('#e8590c', { box: [200, 40, 100, 40] })],
      'secondary',
      '#E8590C',
    ],
    'error is that of a notice which is called so': [
      [element({ kind: 'notice', words: 'alert alert-danger', color: '#842029', background: '#f8d7da' })],
      'error',
      '#842029',
    ],
    'success is a declared one': [
      sample([], { variables: [{ name: 'success', color: '#2b8a3e' }] }),
      'success',
      '#2B8A3E',
    ],
    'success is not that of another name': [
      sample([], { variables: [{ name: 'success-border-hover', color: '#2b8a3e' }] }),
      'success',
      undefined,
    ],
    'warning is not told by nothing': [[button('#ffcc00')], 'warning', undefined],
  }
  for (const [name, [given, role, hex]] of Object.entries(cases)) {
    test(name, () => {
      const { colors } = brandingOf(Array.isArray(given) ? sample(given) : given)
      assert.equal((colors as Record<string, string>)[role], hex)
    })
  }
})

describe('a button', () => {
  test('that is a link looks like one', () => {
    const { components } = brandingOf(
      sample([
        link('#ffffff', {
          background: '#c92a2a',
          box: [0, 0, 150, 48],
          padding: [12, 24, 12, 24],
          radius: '6px',
        }),
        link('#c92a2a', { box: [0, 60, 100, 20] }),
      ]),
    )
    assert.deepEqual(components, {
      buttonPrimary: { background: '#C92A2A', textColor: '#FFFFFF', borderRadius: '6px' },
    })
  })

  test('is not what only serves the page', () => {
    const { components } = brandingOf(
      sample([button('#1971c2', { words: 'carousel next' }), button('#c92a2a', { box: [0, 900, 140, 48] })]),
    )
    assert.equal(components?.buttonPrimary?.background, '#C92A2A')
  })

  test('in the colour of the page is not see-through', () => {
    const { components } = brandingOf(
      sample([
        button('#c92a2a'),
        button('#ffffff', { color: '#c92a2a', borderWidth: 1, borderColor: '#c92a2a' }),
        button(undefined, {
          color: '#333333',
          borderWidth: 1,
          borderColor: '#999999',
          box: [0, 900, 60, 30],
        }),
      ]),
    )
    assert.equal(components?.buttonSecondary?.background, '#FFFFFF')
  })

  test('has the radius that most of its kind have, a pill whatever its number', () => {
    const radii = ['8px', '3.35544e+07px', '9999px'].map((radius) => button('#c92a2a', { radius }))
    assert.equal(brandingOf(sample(radii)).components?.buttonPrimary?.borderRadius, '9999px')
  })
})

describe('the unit of distances', () => {
  const cases: [lengths: number[], unit: number | undefined][] = [
    [[8, 16, 24, 32, 16, 8, 48], 8],
    [[4, 8, 12, 16, 20, 24, 28], 4],
    [[5, 10, 15, 20, 25, 30, 35], 5],
    [[6, 12, 18, 24, 30, 42, 6], 6],
    [[7, 11, 13, 17, 19, 23, 29], undefined],
    [[8, 16], undefined],
  ]
  for (const [lengths, unit] of cases) {
    test(`of ${lengths.join(', ')} is ${unit ?? 'not told'}`, () => {
      const elements = lengths.map((length) => element({ padding: [length, length, length, length] }))
      assert.equal(brandingOf(sample(elements)).spacing?.baseUnit, unit)
    })
  }
})

describe('a family', () => {
  const cases: [stack: string, family: string][] = [
    ['Inter, sans-serif', 'Inter'],
    ['"Open Sans", Arial', 'Open Sans'],
    ['-apple-system, BlinkMacSystemFont, "Segoe UI"', 'Segoe UI'],
    ['system-ui, sans-serif', 'system-ui'],
    ['__Inter_d65c78, __Inter_Fallback_d65c78', 'Inter'],
    ['__IBM_Plex_Sans_0a1b2c', 'IBM Plex Sans'],
    ['"Noto Sans JP"', 'Noto Sans JP'],
  ]
  for (const [stack, family] of cases) {
    test(`of ${stack} is ${family}`, () => {
      const { typography, fonts } = brandingOf(sample([text('#222222', 300, { family: stack })]))
      assert.equal(typography?.fontFamilies?.primary, family)
      assert.deepEqual(fonts, [{ family, role: 'body' }])
    })
  }

  test('that was loaded and is used is told too, unless its letters are pictures', () => {
    const elements = [text('#222222'), button('#c92a2a', { family: 'Sora, sans-serif' })]
    const faces = ['Sora', 'Never Used', 'Font Awesome 6 Free']
    const { fonts, icons } = brandingOf(sample(elements, { faces }))
    assert.deepEqual(fonts, [{ family: 'Arial', role: 'body' }, { family: 'Sora' }])
    assert.deepEqual(icons, { font: 'Font Awesome 6 Free' })
  })
})

describe('who is behind the page', () => {
  const logo = (wishes: Partial<LogoCandidate>): LogoCandidate => ({
    source: 'https://site.example/a.png',
    isNamed: false,
    isHome: false,
    isInHeader: false,
    isInFooter: false,
    label: '',
    box: [20, 20, 120, 40],
    ...wishes,
  })
  const cases: Record<string, [Partial<StyleSample>, { brandName?: string; logo?: string }]> = {
    'is said for sharing': [
      { metas: [{ name: 'og:site_name', content: 'Acme' }], organizations: [{ name: 'Acme Incorporated' }] },
      { brandName: 'Acme' },
    ],
    'is said for machines': [
      { organizations: [{ name: 'Acme', logo: 'https://site.example/l.png' }] },
      { brandName: 'Acme', logo: 'https://site.example/l.png' },
    ],
    'is said by a logo that leads home': [
      { logos: [logo({ isHome: true, isInHeader: true, label: 'Acme logo' })] },
      { brandName: 'Acme', logo: 'https://site.example/a.png' },
    ],
    'is said by a mark of text': [
      { logos: [logo({ source: undefined, isNamed: true, isHome: true, label: 'Acme' })] },
      { brandName: 'Acme' },
    ],
    'is not said by dots': [
      { logos: [logo({ isNamed: true, label: '...' })] },
      { logo: 'https://site.example/a.png' },
    ],
    'is not a customer': [
      { logos: [logo({ isNamed: true, label: 'Customer logo', box: [20, 1200, 120, 40] })] },
      {},
    ],
    'is not any picture in the header': [{ logos: [logo({ isInHeader: true })] }, {}],
    'is the logo rather than the mark of a menu': [
      {
        logos: [
          logo({ source: 'https://site.example/menu.svg', isInHeader: true, box: [0, 0, 24, 24] }),
          logo({ isHome: true, isInHeader: true, isNamed: true }),
        ],
      },
      { logo: 'https://site.example/a.png' },
    ],
  }
  for (const [name, [given, expected]] of Object.entries(cases)) {
    test(name, () => {
      const branding = brandingOf(sample([], given))
      assert.deepEqual([branding.brandName, branding.logo], [expected.brandName, expected.logo])
    })
  }

  test('has the sharpest icon for a tab', () => {
    const icon = (rel: string, href: string, sizes = '', type = '') => ({ rel, href, sizes, type })
    const icons = [
      icon('apple-touch-icon', 'https://site.example/touch.png', '180x180'),
      icon('icon', 'https://site.example/16.png', '16x16'),
      icon('shortcut icon', 'https://site.example/96.png', '96x96'),
      icon('mask-icon', 'https://site.example/mask.svg'),
    ]
    assert.equal(brandingOf(sample([], { icons })).images?.favicon, 'https://site.example/96.png')
  })
})

test('a page with as much as is ever read takes little time', () => {
  const elements = Array.from({ length: 2000 }, (_, index) => {
    const color = `#${(index * 7919).toString(16).padStart(6, '0').slice(-6)}`
    const kinds = ['button', 'link', 'text', 'surface', 'notice', 'input'] as const
    return element({
      kind: kinds[index % kinds.length]!,
      color,
      background: `${color}c0`,
      under: ['#ffffff', '#00000010', '#ff000020'],
      box: [0, 0, 1280, 1600],
      chars: 100,
      text: 'x',
      family: `"Family ${index}"`,
      padding: [index % 97, 0, index % 89, 0],
    })
  })
  assertCheap(() => brandingOf(sample(elements)), 2_000)
})
