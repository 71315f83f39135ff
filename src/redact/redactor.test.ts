import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RedactPii } from '../contract/redact-pii.ts'
import { findPii } from './find.ts'
import { createRedactor } from './redact.ts'
import { memoize } from './redactor.ts'

const ALL: RedactPii['entities'] = ['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']
const redactor = (rest: Partial<RedactPii> = {}) =>
  createRedactor({ mode: 'accurate', entities: ALL, replaceStyle: 'tag', ...rest })

const CONTACT = `# Contact

Brightwater Labs builds tools for small teams.

Call Miriam Oduya at +44 20 7946 0958 or write to [her](mailto:miriam@example.org).

| Account | Holder |
|---|---|
| DE89 3704 0044 0532 0130 00 | Tomasz Zieliński |

Visit us: 12 Harbour Street, Leeds LS1 4AP.

\`\`\`sh
curl -H "Authorization: Bearer a1B2c3D4e5F6g7H8"
\`\`\`
`

describe('text', () => {
  test('writes tags and leaves the Markdown as it is', () => {
    assert.equal(
      redactor().text(CONTACT),
      `# Contact

Brightwater Labs builds tools for small teams.

Call <PERSON> at <PHONE> or write to [her](mailto:<EMAIL>).

| Account | Holder |
|---|---|
| <FINANCIAL> | <PERSON> |

Visit us: <LOCATION>.

\`\`\`sh
curl -H "Authorization: Bearer <SECRET>"
\`\`\`
`,
    )
  })

  test('masks letters and digits and keeps the length', () => {
    const masked = redactor({ replaceStyle: 'mask' }).text('Mail a.b@example.org, call (202) 555-0143!')
    assert.equal(masked, 'Mail *.*@*******.***, call (***) ***-****!')
  })

  test('removes without leaving two spaces', () => {
    const remove = redactor({ replaceStyle: 'remove' })
    assert.equal(remove.text('Call (202) 555-0143 or a@example.org now.'), 'Call or now.')
    assert.equal(remove.text('Write to a@example.org.'), 'Write to.')
  })

  test('takes out only what is asked for', () => {
    const text = 'Anna Schmidt, a@example.org, (202) 555-0143'
    assert.equal(redactor({ entities: ['EMAIL'] }).text(text), 'Anna Schmidt, <EMAIL>, (202) 555-0143')
    assert.equal(redactor({ entities: ['PERSON', 'PHONE'] }).text(text), '<PERSON>, a@example.org, <PHONE>')
  })

  test('finds what has checks and announced names in the fast mode', () => {
    const fast = redactor({ mode: 'fast' })
    assert.equal(
      fast.text('Mr. Pálffy paid with 4111 1111 1111 1111.'),
      'Mr. <PERSON> paid with <FINANCIAL>.',
    )
  })

  const PLACES: [string, string][] = [
    [
      '![x](https://example.org/mobile.jpg/1643281822274/a.jpg)',
      '![x](https://example.org/mobile.jpg/1643281822274/a.jpg)',
    ],
    [
      '[x](https://example.org/a%20(GER),%20B_1072-008-706-1234.jpg)',
      '[x](https://example.org/a%20(GER),%20B_1072-008-706-1234.jpg)',
    ],
    ['![x](/mobile/1643281822274.jpg)', '![x](/mobile/1643281822274.jpg)'],
    ['https://example.org/p/posts/2395361813834269', 'https://example.org/p/posts/2395361813834269'],
    ['Pay with 4111111111111111 at https://example.org', 'Pay with <FINANCIAL> at https://example.org'],
    ['https://example.org/?card=4111111111111111&x=1', 'https://example.org/?card=<FINANCIAL>&x=1'],
    ['https://example.org/?phone=%2B1%20202%20555%200143', 'https://example.org/?phone=<PHONE>'],
    ['https://wa.me/491701234567', 'https://wa.me/<PHONE>'],
    ['```\n# 012 013 023 123\n```', '```\n# 012 013 023 123\n```'],
    ['```\nphone: (202) 555-0143\n```', '```\nphone: <PHONE>\n```'],
    ['```\nLeeds office (202) 555-0143\n```', '```\nLeeds office <PHONE>\n```'],
    ['```\n202-555-0143\n```', '```\n<PHONE>\n```'],
    ['|https://example.org|+493012345678|', '|https://example.org|<PHONE>|'],
    ['1,https://example.org,+493012345678,2', '1,https://example.org,<PHONE>,2'],
    ['1,https://example.org,4111111111111111', '1,https://example.org,<FINANCIAL>'],
    ['https://example.org，4111111111111111', 'https://example.org，<FINANCIAL>'],
    ['[x](tel:+1%20(952)%20512-5500)', '[x](tel:<PHONE>)'],
    ['[x](tel:(909)%20479-0508) or', '[x](tel:<PHONE>) or'],
    ['[x](sms:+12025550143?body=Hi)', '[x](sms:<PHONE>?body=Hi)'],
    ['Tel:1-800-FLOWERS', 'Tel:<PHONE>'],
  ]
  for (const [text, expected] of PLACES) {
    test(`knows where a number stands in ${JSON.stringify(text)}`, () =>
      assert.equal(redactor().text(text), expected))
  }

  test('changes nothing in its own output', () => {
    const once = redactor().text(CONTACT)
    assert.equal(redactor().text(once), once)
  })
})

test('finds spans in order that do not overlap', () => {
  const spans = findPii(CONTACT, { mode: 'aggressive', entities: ALL })
  spans.slice(1).forEach((span, at) => assert.ok(span.start >= spans[at]!.end))
  assert.ok(spans.length >= 7)
})

test('tells where the places of the old text are in the new one', () => {
  const old = 'Mail a@example.org or b@example.org today'
  const { text, map } = redactor().spans(old)
  assert.equal(text, 'Mail <EMAIL> or <EMAIL> today')
  assert.equal(text.slice(map(old.indexOf('or b'))), 'or <EMAIL> today')
  assert.equal(text.slice(map(old.indexOf('today'))), 'today')
  assert.equal(map(0), 0)
  assert.equal(map(old.length), text.length)
})

describe('markup', () => {
  const CASES: [string, string][] = [
    ['<p>Call <b>(202)</b> 555-0143</p>', '<p>Call <b>&lt;PHONE&gt;</b></p>'],
    ['<p>mail a&#64;example.org</p>', '<p>mail &lt;EMAIL&gt;</p>'],
    [
      '<a href="mailto:a@example.org?subject=x">write</a>',
      '<a href="mailto:&lt;EMAIL&gt;?subject=x">write</a>',
    ],
    ["<a href='tel:+12025550143'>call</a>", "<a href='tel:&lt;PHONE&gt;'>call</a>"],
    ['<img alt="a@example.org" class="a@example.org">', '<img alt="&lt;EMAIL&gt;" class="a@example.org">'],
    ['<i title="to &quot;a@example.org&quot;">x</i>', '<i title="to &quot;&lt;EMAIL&gt;&quot;">x</i>'],
    ['<input value=a@example.org>', '<input value=&lt;EMAIL&gt;>'],
    ['<meta name="author" content="Anna Schmidt">', '<meta name="author" content="&lt;PERSON&gt;">'],
    ['<td>Phone</td><td>78 651 450</td>', '<td>Phone</td><td>&lt;PHONE&gt;</td>'],
    [
      '<b data-x=\'{"mail":"a@example.org"}\'></b>',
      "<b data-x='{&quot;mail&quot;:&quot;&lt;EMAIL&gt;&quot;}'></b>",
    ],
    [
      '<script type="application/ld+json">{"email":"a@example.org"}</script>',
      '<script type="application/ld+json">{"email":"\\u003cEMAIL>"}</script>',
    ],
    ['<script>var m="a@example.org",t=2025550143</script>', '<script>var m="<EMAIL>",t=2025550143</script>'],
    ['<style>a{content:"a@example.org"}</style>', '<style>a{content:"a@example.org"}</style>'],
    ['<!-- a@example.org --><p>x', '<!-- &lt;EMAIL&gt; --><p>x'],
    ['<div><a href="/x?mail=a%40example.org">x</a', '<div><a href="/x?mail=&lt;EMAIL&gt;">x</a'],
    ['<p title="Nothing here">Plain &amp; simple</p>', '<p title="Nothing here">Plain &amp; simple</p>'],
  ]
  for (const [html, expected] of CASES) {
    test(`redacts ${html}`, () => assert.equal(redactor().markup(html), expected))
  }

  test('masks every piece that a value is spread over', () => {
    const mask = redactor({ replaceStyle: 'mask' })
    assert.equal(mask.markup('<p>Call <b>(202)</b>\n  555-0143'), '<p>Call <b>(***)</b>\n  ***-****')
  })
})

describe('url', () => {
  const CASES: [string, string][] = [
    ['https://example.org/u?email=a%40example.com&x=1', 'https://example.org/u?email=<EMAIL>&x=1'],
    ['https://example.org/users/a@example.com/edit', 'https://example.org/users/<EMAIL>/edit'],
    ['mailto:a@example.com', 'mailto:<EMAIL>'],
    ['tel:+12025550143', 'tel:<PHONE>'],
    ['https://wa.me/491701234567', 'https://wa.me/<PHONE>'],
    ['https://me:s3cret@example.org/', 'https://<SECRET>@example.org/'],
    ['https://example.org/?phone=%2B1%20202%20555%200143', 'https://example.org/?phone=<PHONE>'],
    ['https://example.org/?access_token=a1B2c3D4e5F6g7H8i9', 'https://example.org/?access_token=<SECRET>'],
    ['https://example.org/2024/01/15/john-smith-12345', 'https://example.org/2024/01/15/john-smith-12345'],
    ['https://example.org/%E0%A4%A', 'https://example.org/%E0%A4%A'],
    ['https://example.org/p/posts/2395361813834269', 'https://example.org/p/posts/2395361813834269'],
    ['https://example.org/?post=2395361813834269', 'https://example.org/?post=2395361813834269'],
    ['https://example.org/?card=4111111111111111', 'https://example.org/?card=<FINANCIAL>'],
  ]
  for (const [address, expected] of CASES) {
    test(`redacts ${address}`, () => assert.equal(redactor().url(address), expected))
  }
})

test('redacts every string of a JSON value and numbers that are personal data', () => {
  const json = {
    'a@example.org': 1,
    name: 'Trail Runner 3',
    author: { '@type': 'Person', name: 'Anna Schmidt' },
    contact: ['a@example.org', null, true, 19.99, 1_699_999_999],
    card: 4_111_111_111_111_111,
    telephone: '78 651 450',
    url: 'https://example.org/?m=a%40example.org',
  }
  assert.deepEqual(redactor().value(json), {
    'a@example.org': 1,
    name: 'Trail Runner 3',
    author: { '@type': 'Person', name: '<PERSON>' },
    contact: ['<EMAIL>', null, true, 19.99, 1_699_999_999],
    card: '<FINANCIAL>',
    telephone: '<PHONE>',
    url: 'https://example.org/?m=<EMAIL>',
  })
})

test('removes a value that only the name of its property tells', () => {
  const redactor = createRedactor({ mode: 'accurate', entities: ['SECRET'], replaceStyle: 'remove' })
  assert.deepEqual(redactor.value({ password: 'hunter2secret' }), { password: '' })
})

function counted() {
  const asked: string[] = []
  const find = memoize((text) => {
    asked.push(text)
    return [{ start: 0, end: text.length, entity: 'PERSON', kind: 'name' }]
  })
  return { asked, find }
}

test('searches a text once', () => {
  const { asked, find } = counted()
  for (const text of ['Anna', 'Bert', 'Anna']) find(text)
  assert.deepEqual(asked, ['Anna', 'Bert'])
  assert.equal(find('Bert')[0]!.end, 4)
})

test('forgets when it remembers too many texts or too long ones', () => {
  const { asked, find } = counted()
  for (let at = 0; at < 120_000; at++) find(String(at))
  find('1')
  assert.equal(asked.length, 120_001)
  const long = 'a'.repeat(30_000_000)
  for (const text of [long, `${long}b`, long]) find(text)
  assert.equal(asked.length, 120_004)
})

test('a redactor searches a text once, in however many fields it stands', () => {
  const redactor = createRedactor({ mode: 'accurate', entities: ['EMAIL'], replaceStyle: 'tag' })
  const text = 'Write to a@example.org'
  assert.equal(redactor.text(text), 'Write to <EMAIL>')
  assert.equal(redactor.find(text), redactor.find(text))
})
