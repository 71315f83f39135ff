import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportUrl, isSignIn } from './google-export.ts'

const ID = '1aBcD_efG-hIjKlMnOpQrStUvWxYz0123456789abcde'
const DOCX = `https://docs.google.com/document/d/${ID}/export?format=docx`
const XLSX = `https://docs.google.com/spreadsheets/d/${ID}/export?format=xlsx`
const PPTX = `https://docs.google.com/presentation/d/${ID}/export/pptx`
const FILE = `https://drive.google.com/uc?export=download&id=${ID}`

describe('turns a link to a Google document into the URL of its export', () => {
  const cases: [link: string, exported: string][] = [
    [`https://docs.google.com/document/d/${ID}`, DOCX],
    [`https://docs.google.com/document/d/${ID}/`, DOCX],
    [`https://docs.google.com/document/d/${ID}/edit`, DOCX],
    [`http://docs.google.com/document/d/${ID}/edit`, DOCX],
    [`https://DOCS.google.com:443/document/d/${ID}/edit?usp=sharing`, DOCX],
    [`https://docs.google.com/document/d/${ID}/edit?tab=t.0#heading=h.abc`, DOCX],
    [`https://docs.google.com/document/d/${ID}/view`, DOCX],
    [`https://docs.google.com/document/d/${ID}/preview`, DOCX],
    [`https://docs.google.com/document/d/${ID}/mobilebasic`, DOCX],
    [`https://docs.google.com/document/u/1/d/${ID}/edit`, DOCX],
    [`https://docs.google.com/a/school.example/document/d/${ID}/edit`, DOCX],
    [
      `https://docs.google.com/document/d/${ID}/edit?resourcekey=0-aB_c-1&usp=sharing`,
      `${DOCX}&resourcekey=0-aB_c-1`,
    ],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit`, XLSX],
    // The URL names the selected sheet; the export contains the whole workbook.
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=42#gid=42`, XLSX],
    [`https://docs.google.com/spreadsheets/d/${ID}/htmlview`, XLSX],
    [`https://docs.google.com/presentation/d/${ID}/edit#slide=id.p`, PPTX],
    [`https://docs.google.com/presentation/d/${ID}/present`, PPTX],
    [`https://docs.google.com/presentation/d/${ID}/edit?resourcekey=0-x`, `${PPTX}?resourcekey=0-x`],
    [`https://drive.google.com/file/d/${ID}/view`, FILE],
    [`https://drive.google.com/file/d/${ID}/view?usp=drive_link`, FILE],
    [`https://drive.google.com/file/d/${ID}/preview`, FILE],
    [`https://drive.google.com/file/u/0/d/${ID}/view`, FILE],
    [`https://drive.google.com/open?id=${ID}`, FILE],
    [`https://drive.google.com/open?usp=x&id=${ID}&resourcekey=0-y`, `${FILE}&resourcekey=0-y`],
  ]
  for (const [link, exported] of cases) it(link, () => assert.equal(exportUrl(link), exported))
})

describe('leaves every other URL unchanged', () => {
  for (const link of [
    'https://docs.google.com/document/d/e/2PACX-1vQabcdefghijklmnop/pub',
    'https://docs.google.com/spreadsheets/d/e/2PACX-1vQabcdefghijklmnop/pubhtml?gid=0',
    'https://docs.google.com/presentation/d/e/2PACX-1vQabcdefghijklmnop/embed',
    `https://docs.google.com/document/d/${ID}/pub`,
    `https://docs.google.com/document/d/${ID}/export?format=pdf`,
    DOCX,
    XLSX,
    PPTX,
    FILE,
    `https://docs.google.com/document/d/${ID}/copy`,
    `https://docs.google.com/spreadsheets/d/${ID}/gviz/tq?tqx=out:csv`,
    `https://docs.google.com/forms/d/${ID}/viewform`,
    'https://docs.google.com/document/u/0/',
    'https://docs.google.com/document/d/short/edit',
    'https://docs.google.com/',
    `https://docs.google.com:8443/document/d/${ID}/edit`,
    `https://docs.google.com.example.com/document/d/${ID}/edit`,
    `https://example.com/document/d/${ID}/edit`,
    `https://docs.google.com@example.com/document/d/${ID}/edit`,
    `https://drive.google.com/drive/folders/${ID}`,
    'https://drive.google.com/open',
    'https://drive.google.com/open?id=../../secret',
    `https://drive.google.com/uc?export=view&id=${ID}`,
    `ftp://docs.google.com/document/d/${ID}/edit`,
    'not a url',
  ]) {
    it(link, () => assert.equal(exportUrl(link), undefined))
  }
})

it('recognizes only the sign-in pages of Google', () => {
  assert.equal(isSignIn('https://accounts.google.com/v3/signin/identifier?continue=x'), true)
  assert.equal(isSignIn('https://accounts.google.com.example.com/ServiceLogin'), false)
  assert.equal(isSignIn(DOCX), false)
})
