import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Converted } from '../converted.ts'
import { convertEml } from './eml.ts'

function convert(text: string, keepImages = false): Promise<Converted> {
  const bytes = Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'), 'latin1')
  return convertEml({ bytes, fileName: 'a.eml', contentType: '' }, { keepImages, ocr: 'needed' }, () => {})
}

async function htmlOf(text: string, keepImages = false): Promise<string> {
  const { content } = await convert(text, keepImages)
  return 'html' in content ? content.html : ''
}

const MIXED = `From: =?iso-8859-1?Q?J=F6rg_M=FCller?= <joerg@example.com>
To: "Ann, B" <ann@example.com>, team@example.org
Cc: Friends: a@example.org, b@example.org;
Subject: =?UTF-8?B?UmU6IEdyw7zDn2U=?=
Date: Thu, 2 May 2024 10:00:00 +0200
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/related; boundary="inner"

--inner
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>Sch=F6n</p><img src=3D"cid:pic1" alt=3D"logo">
--inner
Content-Type: image/png
Content-ID: <pic1>
Content-Transfer-Encoding: base64

aGVsbG8=
--inner--
--outer
Content-Type: application/pdf
Content-Disposition: attachment; filename*=UTF-8''B%C3%A4r.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--outer
Content-Type: message/rfc822

From: eve@example.com
Subject: inside

Hello
--outer--
`

describe('a message', () => {
  it('contains its headers, its body, its attachments, and the attached messages', async () => {
    const { content, metadata, warnings } = await convert(MIXED)
    assert.deepEqual(content, {
      html: [
        '<h1>Re: Grüße</h1>',
        '<ul><li><strong>From:</strong> Jörg Müller &lt;joerg@example.com&gt;</li><li><strong>To:</strong> Ann, B &lt;ann@example.com&gt;, team@example.org</li><li><strong>Cc:</strong> Friends: a@example.org, b@example.org;</li><li><strong>Date:</strong> Thu, 2 May 2024 10:00:00 +0200</li></ul>',
        '<p>Schön</p><img src="data:image/png;base64..." alt="logo">',
        '<p><strong>Attachments:</strong></p>',
        '<ul><li>Bär.pdf (application/pdf, 9 bytes)</li></ul>',
        '<h2>inside</h2>',
        '<ul><li><strong>From:</strong> eve@example.com</li></ul>',
        '<p>Hello</p>',
      ].join('\n'),
    })
    assert.deepEqual(metadata, {
      title: 'Re: Grüße',
      author: 'Jörg Müller <joerg@example.com>',
      createdTime: '2024-05-02T08:00:00.000Z',
    })
    assert.deepEqual(warnings, [])
  })

  it('embeds its images on request', async () => {
    assert.match(await htmlOf(MIXED, true), /<img src="data:image\/png;base64,aGVsbG8=" alt="logo">/)
  })

  it('uses the plain text when the HTML has no words', async () => {
    const message = (html: string) => `From: a@example.com
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain

plain
--b
Content-Type: text/html

${html}
--b--
`
    assert.match(await htmlOf(message('<p>&nbsp;</p>')), /<p>plain<\/p>$/)
    assert.match(await htmlOf(message('<p>rich</p>')), /<p>rich<\/p>$/)
  })

  it('is read in spite of invalid headers', async () => {
    const html = await htmlOf(`From: <<a@example.com
Subject: =?utf-8?B?////?= =?x-nobody?Q?b?=
Date: yesterday
Content-Type: text/plain; charset="no such thing"

text`)
    assert.match(html, /<p>text<\/p>$/)
    assert.match(html, /<li><strong>Date:<\/strong> yesterday<\/li>/)
  })

  it('stops at nested messages below the maximum depth', async () => {
    let message = 'Subject: innermost\n\nend'
    for (let level = 20; level > 0; level--) {
      message = `From: a@example.com\nSubject: level ${level}\nContent-Type: message/rfc822\n\n${message}`
    }
    const html = await htmlOf(message)
    assert.match(html, /level 5/)
    assert.doesNotMatch(html, /level 6/)
    assert.match(html, /message\/rfc822/)
  })

  it('lists a bounded number of attachments, with a warning', async () => {
    const part = '--b\nContent-Type: application/x-thing\nContent-Disposition: attachment; filename=a\n\nx\n'
    const text = `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n${part.repeat(1100)}--b--`
    const { content, warnings } = await convert(text)
    assert.equal('html' in content && content.html.match(/x-thing/g)?.length, 1000)
    assert.deepEqual(warnings, ['The message has more than 1000 attachments; the rest are not listed.'])
  })

  it('reports why it cannot be read', async () => {
    const nested = Array.from(
      { length: 100 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`,
    ).join('')
    await assert.rejects(convert(nested), { name: 'UnreadableDocument', reason: 'too large' })
    await assert.rejects(convert('\n\n'), { name: 'UnreadableDocument', reason: 'damaged' })
  })
})

it('scans HTML with an unclosed element only once', { timeout: 10_000 }, async () => {
  const head = 'From: a@example.com\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n'
  assert.match(await htmlOf(`${head}<p>text</p>${'<a '.repeat(200_000)}`), /text/)
})
