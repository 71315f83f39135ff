import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { parseHtml } from '../parse/html.ts'
import { PAGE_TYPES } from './page-type.ts'
import { mainContentOf } from './select.ts'
import type { MainContent } from './select.ts'

const HEADER =
  '<header><a href="/" class="logo">Daily Planet</a><nav class="menu"><ul><li><a href="/world">World</a></li>' +
  '<li><a href="/sport">Sport</a></li><li><a href="/money">Money</a></li></ul></nav></header>'
const FOOTER =
  '<footer class="site-footer"><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul>' +
  '<p>© 2024 Daily Planet. All rights reserved.</p></footer>'
const PARAGRAPHS = [
  'The river rose by two metres overnight, and by the morning most of the lower town stood under water, said the mayor.',
  'Rescue workers from the neighbouring districts had been called in before dawn; they brought boats, pumps and sand.',
  'Nobody was hurt, but about four hundred people had to leave their houses, and it is not known when they can return.',
  'The bridge at the old mill, which was built in 1874 and has survived every flood so far, remains closed for traffic.',
  'Meteorologists expect that the rain will end on Thursday, after which the water should fall by a metre every day.',
]

describe('the main content of an article', () => {
  const related =
    '<aside class="related"><h3>Related stories</h3><ul><li><a href="/a">Ten ways to dry a cellar</a></li>' +
    '<li><a href="/b">Insurance: what pays for what</a></li></ul></aside>'
  const comments =
    '<section class="comments"><h3>2 comments</h3><ol><li class="comment"><p>First! Nice article.</p><a href="#">Reply</a></li>' +
    '<li class="comment"><p>My cellar is full of water again.</p><a href="#">Reply</a></li></ol></section>'
  const banner =
    '<div id="onetrust-banner-sdk" class="otFlat"><p>We use cookies to improve your experience.</p><button>Accept</button></div>'
  const html =
    '<html><head><title>River floods lower town - Daily Planet</title><meta property="og:type" content="article">' +
    `</head><body>${HEADER}<main><article class="post"><h1>River floods lower town</h1>` +
    `<div class="article-body"><p>${PARAGRAPHS[0]}</p><p>${PARAGRAPHS[1]}</p><h2>Nobody hurt</h2>` +
    `<figure><img src="boat.jpg" alt="A boat"></figure><p>${PARAGRAPHS[2]}</p><p>${PARAGRAPHS[3]}</p>` +
    `<p>${PARAGRAPHS[4]}</p></div></article>${comments}${related}</main>${FOOTER}${banner}</body></html>`
  const found = selected(html)

  it('has every paragraph and the headings between them', () => {
    for (const text of [...PARAGRAPHS, 'Nobody hurt']) assert.ok(found.text.includes(text), text)
  })

  const unwanted: [string, string[]][] = [
    ['menu', ['World', 'Sport']],
    ['footer', ['Imprint', 'All rights reserved']],
    ['comments', ['First!', 'My cellar is full']],
    ['related stories', ['Related stories', 'Ten ways to dry']],
    ['banner for consent', ['We use cookies', 'Accept']],
  ]
  for (const [what, texts] of unwanted) {
    it(`has no ${what}`, () => {
      for (const text of texts) assert.ok(!found.text.includes(text), text)
    })
  }

  it('has the image among its paragraphs, but not the logo of the page', () => {
    const withLogo = selected(html.replace('Daily Planet</a><nav', '<img src="logo.png"></a><nav'))
    assert.deepEqual(withLogo.pictures, ['boat.jpg'])
  })

  it('is recognized as an article, with confidence', () => {
    assert.equal(found.type, 'article')
    assert.ok(found.confidence > 0.7 && found.confidence <= 1, `${found.confidence}`)
  })

  it('is expected to be about as long as its paragraphs', () => {
    const chars = PARAGRAPHS.join('').replaceAll(' ', '').length
    assert.ok(
      found.expectedChars > chars * 0.6 && found.expectedChars < chars * 1.6,
      `${found.expectedChars}`,
    )
  })

  it('contains the ancestors of its parts', () => {
    const page = parseHtml(html, undefined, false)
    const { has } = mainContentOf(page)
    const wrong: string[] = []
    const walk = (node: ChildNode) => {
      if (!isTag(node)) return
      if (node.children.some((child) => has(child)) && !has(node)) wrong.push(node.name)
      node.children.forEach(walk)
    }
    page.root.children.forEach(walk)
    assert.deepEqual(wrong, [])
  })

  it('is deterministic and does not modify the page', () => {
    const page = parseHtml(html, undefined, false)
    const once = textOf(page.root.children, mainContentOf(page))
    assert.equal(textOf(page.root.children, mainContentOf(page)), once)
    assert.equal(once, found.text)
  })
})

describe('the main content in other languages', () => {
  const pages: [string, string, string, string[], string[]][] = [
    [
      'Japanese',
      '<a href="/">ホーム</a></li><li><a href="/news">ニュース</a></li><li><a href="/about">会社概要</a>',
      '<a href="/privacy">プライバシーポリシー</a>',
      [
        '昨夜からの大雨で川の水位が二メートル上昇し、今朝には下町の大部分が浸水したと市長が述べた。',
        '近隣の地区から救助隊が夜明け前に呼ばれ、ボートやポンプ、土のうを運び込んだ。けが人は出ていない。',
        '約四百人が家を離れなければならず、いつ戻れるかはまだ分かっていないが、市は避難所を用意している。',
        '一八七四年に建てられ、これまでのすべての洪水に耐えてきた古い橋は、現在も通行止めとなっている。',
      ],
      ['会社概要', 'プライバシーポリシー'],
    ],
    [
      'Arabic',
      '<a href="/">الرئيسية</a></li><li><a href="/news">الأخبار</a></li><li><a href="/about">من نحن</a>',
      '<a href="/privacy">سياسة الخصوصية</a>',
      [
        'ارتفع منسوب النهر مترين خلال الليل، وغمرت المياه معظم أجزاء البلدة السفلى بحلول الصباح، بحسب ما قال رئيس البلدية.',
        'تم استدعاء فرق الإنقاذ من المناطق المجاورة قبل الفجر، وقد أحضرت معها القوارب والمضخات وأكياس الرمل إلى المدينة.',
        'لم يصب أحد بأذى، ولكن اضطر نحو أربعمئة شخص إلى مغادرة منازلهم، ولا يعرف متى يمكنهم العودة إليها مرة أخرى.',
        'ولا يزال الجسر القديم الذي بني في القرن التاسع عشر، وصمد أمام كل الفيضانات حتى الآن، مغلقا أمام حركة المرور.',
      ],
      ['من نحن', 'سياسة الخصوصية'],
    ],
  ]
  for (const [language, menu, footer, paragraphs, others] of pages) {
    it(`is selected in ${language}`, () => {
      const { text } = selected(
        `<body><nav><ul><li>${menu}</li></ul></nav><article><h1>${paragraphs[0]!.slice(0, 20)}</h1>` +
          `${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}</article><footer>${footer}</footer></body>`,
      )
      for (const paragraph of paragraphs) assert.ok(text.includes(paragraph), paragraph)
      for (const other of others) assert.ok(!text.includes(other), other)
    })
  }
})

describe('the main content of a forum', () => {
  const posts = [
    [
      'ada',
      'My pump does not start since I cleaned the filter. It hums for a second, then it stops. What can I do?',
    ],
    [
      'ben',
      'Did you close the lid properly? Mine did the same until I noticed that the rubber ring was missing.',
    ],
    [
      'cleo',
      'Check the float switch. It gets stuck in the upper position when the pump lies on its side for a while.',
    ],
    [
      'ada',
      'It was the float switch, thank you! I would never have thought of it. Now it runs as it did before.',
    ],
    ['dora', 'Same here, with the small model. Cleaning the switch with vinegar helped, by the way.'],
  ]
  const thread = posts
    .map(
      ([author, text], at) =>
        `<div class="post" id="post-${at}"><div class="post-author"><a href="/u/${author}">${author}</a></div>` +
        `<div class="post-body"><p>${text}</p></div><div class="post-actions"><a href="#">Reply</a></div></div>`,
    )
    .join('')

  it('has all posts', () => {
    const { text } = selected(
      `<html><head><title>Pump does not start - Pump forum</title><meta name="generator" content="phpBB"></head>` +
        `<body>${HEADER}<div id="content"><h1>Pump does not start</h1><div class="thread">${thread}</div></div>${FOOTER}</body></html>`,
    )
    for (const [, post] of posts) assert.ok(text.includes(post!), post)
    assert.ok(!text.includes('Imprint'))
  })
})

describe('the main content of a shop', () => {
  const names = [
    'Bronze pump',
    'Steel pump',
    'Garden pump',
    'Cellar pump',
    'Hand pump',
    'Solar pump',
    'Drill pump',
    'Fire pump',
  ]
  const cards = names
    .map(
      (name, at) =>
        `<li class="product-card"><a href="/p/${at}"><img src="${at}.jpg" alt=""><h3 class="product-title">${name}</h3></a>` +
        `<span class="price">€ ${at + 19}.90</span></li>`,
    )
    .join('')

  it('has the names of all goods', () => {
    const { text } = selected(
      `<html><head><title>Pumps - Shop</title></head><body>${HEADER}<main><h1>Pumps</h1>` +
        `<ul class="products grid">${cards}</ul></main>${FOOTER}</body></html>`,
    )
    for (const name of names) assert.ok(text.includes(name), name)
    assert.ok(!text.includes('Imprint'))
  })
})

describe('the main content of documentation', () => {
  const code = '  const pump = open()\n\n  pump.start()   \n'
  const rows = ['speed', 'depth', 'power'].map((name) => `<tr><td>${name}</td><td>number</td></tr>`).join('')
  const found = selected(
    `<html><head><title>pump.start - Pump docs</title><meta name="generator" content="Docusaurus"></head><body>` +
      `<nav class="sidebar menu"><ul><li><a href="/a">Introduction</a></li><li><a href="/b">Installation</a></li></ul></nav>` +
      `<main class="markdown"><h1>pump.start</h1><p>Starts the pump, which has to be open. It returns when water flows.</p>` +
      `<pre class="code"><code><span class="k">${code.slice(0, 7)}</span>${code.slice(7)}</code></pre>` +
      `<p>The options, all of which may be left out, are read once when the pump starts:</p>` +
      `<table><thead><tr><th>Option</th><th>Type</th></tr></thead><tbody>${rows}</tbody></table>` +
      `<p>A pump that has been started has to be stopped before it is closed, or it will run dry.</p></main></body></html>`,
  )

  it('keeps code to the last space', () => {
    assert.ok(found.text.includes(code))
  })

  it('has a table as a whole', () => {
    for (const cell of ['Option', 'speed', 'depth', 'power']) assert.ok(found.text.includes(cell), cell)
  })

  it('has no menu', () => assert.ok(!found.text.includes('Installation')))
})

describe('text for readers without scripts', () => {
  const article = PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')

  it('is the content when there is no other', () => {
    const { text } = selected(
      `<body><div id="app"></div><noscript><article>${article}</article></noscript></body>`,
    )
    for (const paragraph of PARAGRAPHS) assert.ok(text.includes(paragraph), paragraph)
  })

  it('is left out beside other content', () => {
    const plea =
      'Please switch on JavaScript to read this page, which does not work without it, as you may see.'
    const { text } = selected(`<body><article>${article}<noscript><p>${plea}</p></noscript></article></body>`)
    assert.ok(text.includes(PARAGRAPHS[4]!))
    assert.ok(!text.includes(plea))
  })
})

describe('the main content of an odd page', () => {
  const empty: [string, string][] = [
    ['without anything', ''],
    ['without text', '<body><div></div><p> </p></body>'],
    ['of scripts', '<body><script>alert(1)</script><style>p{}</style></body>'],
  ]
  for (const [what, html] of empty) {
    it(`is empty on a page ${what}, with low confidence`, () => {
      const { text, confidence, expectedChars, type } = selected(html)
      assert.equal(text, '')
      assert.equal(confidence, 0)
      assert.equal(expectedChars, 0)
      assert.ok(PAGE_TYPES.includes(type))
    })
  }

  for (const html of ['word', '<p>word</p>', '<body><div><span>word</span></div></body>']) {
    it(`is the only word of ${html}`, () => assert.equal(selected(html).text.trim(), 'word'))
  }

  it('has the text of a page that closes its body too early', () => {
    const { text } = selected(
      `<html><body></body>${PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')}</html>`,
    )
    assert.ok(text.includes(PARAGRAPHS[2]!))
  })

  it('is found among ten thousand siblings', () => {
    const html = Array.from(
      { length: 10_000 },
      (_, at) => `<p>Sentence ${at} is here, and it ends.</p>`,
    ).join('')
    const { text, confidence } = selected(html)
    assert.ok(text.length > 0)
    assert.ok(confidence > 0 && confidence <= 1)
  })

  it('is found at the bottom of five thousand elements', () => {
    const { text } = selected(`${'<div>'.repeat(5000)}<p>${PARAGRAPHS[0]}</p>${'</div>'.repeat(5000)}`)
    assert.ok(text.includes(PARAGRAPHS[0]!))
  })

  it('is found with inline elements nested as deeply', () => {
    const { text } = selected(`<p>${PARAGRAPHS[0]}${'<b>'.repeat(5000)}end`)
    assert.ok(text.includes(PARAGRAPHS[0]!))
  })
})

interface Selected extends MainContent {
  text: string
  pictures: string[]
}

function selected(html: string): Selected {
  const page = parseHtml(html, undefined, false)
  const content = mainContentOf(page)
  const pictures: string[] = []
  const walk = (node: ChildNode) => {
    if (!isTag(node)) return
    if (node.name === 'img' && content.has(node)) pictures.push(node.attribs['src']!)
    node.children.forEach(walk)
  }
  page.root.children.forEach(walk)
  return { ...content, text: textOf(page.root.children, content), pictures }
}

/** The selected part as in the source. */
function textOf(nodes: readonly ChildNode[], { has }: Pick<MainContent, 'has'>): string {
  return nodes
    .map((node) => {
      if (isText(node)) return has(node) ? node.data : ''
      return isTag(node) ? textOf(node.children, { has }) : ''
    })
    .join('')
}

describe('a page that is made to be slow', () => {
  it('has very many kinds of elements side by side', () => {
    const letters = (number: number) =>
      [...number.toString(26)].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join('')
    const text = 'Enough words to be counted as text of the page, and a stop.'
    const paragraphs = Array.from(
      { length: 90_000 },
      (_, at) => `<p class="${letters(at % 30_000)}">${at % 9 ? 'x' : text}</p>`,
    )
    const { type } = mainContentOf(parseHtml(paragraphs.join(''), undefined, false))
    assert.ok(type)
  })
  it('is returned whole when it has too many blocks to judge', () => {
    const page = parseHtml(`<nav>menu</nav>${'<p>a'.repeat(60_000)}`, undefined, false)
    const { has, expectedChars } = mainContentOf(page)
    assert.ok(has(page.root.children[0]!))
    assert.equal(expectedChars, 60_004)
  })
})
