import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseXml } from '../xml.ts'
import { texOfOmml } from './omml.ts'

const r = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const e = (inner: string) => `<m:e>${inner}</m:e>`

const CASES: readonly (readonly [what: string, omml: string, tex: string])[] = [
  ['signs that TeX knows by name', r('A=πr'), 'A= \\pi r'],
  ['letters of their own shape', r('𝑥𝐀'), 'xA'],
  ['signs that TeX would take for its own', r('50% {a}'), '50\\% \\{a\\}'],
  ['words', r('the mean'), 'the\\ mean'],
  ['plain text', r('if', '<m:rPr><m:nor/></m:rPr>'), '\\text{if}'],
  ['letters of a kind', r('R', '<m:rPr><m:scr m:val="double-struck"/></m:rPr>'), '\\mathbb{R}'],
  ['a fraction', `<m:f><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>`, '\\frac{a}{b}'],
  [
    'a fraction without a line',
    `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${r('n')}</m:num><m:den>${r('k')}</m:den></m:f>`,
    '\\genfrac{}{}{0pt}{}{n}{k}',
  ],
  [
    'a fraction in a line',
    `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>`,
    'a/b',
  ],
  ['raised', `<m:sSup>${e(r('x'))}<m:sup>${r('2')}</m:sup></m:sSup>`, 'x^{2}'],
  [
    'what is raised from holds together',
    `<m:sSup>${e(`<m:f><m:num>${r('a')}</m:num><m:den>${r('b')}</m:den></m:f>`)}<m:sup>${r('2')}</m:sup></m:sSup>`,
    '{\\frac{a}{b}}^{2}',
  ],
  [
    'lowered and raised',
    `<m:sSubSup>${e(r('x'))}<m:sub>${r('i')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`,
    'x_{i}^{2}',
  ],
  ['before it', `<m:sPre><m:sub>${r('2')}</m:sub><m:sup/>${e(r('H'))}</m:sPre>`, '{}_{2}H'],
  ['a root', `<m:rad><m:deg/>${e(r('x'))}</m:rad>`, '\\sqrt{x}'],
  ['a root of a degree', `<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, '\\sqrt[3]{x}'],
  [
    'a sum',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
    '\\sum_{i=1}^{n}i',
  ],
  ['an integral without limits', `<m:nary><m:sub/><m:sup/>${e(r('x'))}</m:nary>`, '\\int x'],
  ['brackets', `<m:d>${e(r('x'))}</m:d>`, '\\left(x\\right)'],
  [
    'other brackets, one of them missing',
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(r('x'))}${e(r('y'))}</m:d>`,
    '\\left\\{x | y\\right.',
  ],
  ['a function', `<m:func><m:fName>${r('sin')}</m:fName>${e(r('x'))}</m:func>`, '\\sin x'],
  ['a limit', `<m:limLow>${e(r('lim'))}<m:lim>${r('n')}</m:lim></m:limLow>`, '\\lim_{n}'],
  [
    'an operator of another name',
    `<m:limLow>${e(r('argmax'))}<m:lim>${r('n')}</m:lim></m:limLow>`,
    '\\operatorname{argmax}_{n}',
  ],
  ['an accent', `<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>${e(r('x'))}</m:acc>`, '\\vec{x}'],
  ['a bar', `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(r('x'))}</m:bar>`, '\\overline{x}'],
  ['a brace', `<m:groupChr>${e(r('x'))}</m:groupChr>`, '\\underbrace{x}'],
  [
    'a matrix',
    `<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`,
    '\\begin{matrix} a & b \\\\ c & d \\end{matrix}',
  ],
  ['equations', `<m:eqArr>${e(r('a'))}${e(r('b'))}</m:eqArr>`, '\\begin{aligned} a \\\\ b \\end{aligned}'],
  ['one equation', `<m:eqArr>${e(r('a'))}</m:eqArr>`, 'a'],
  [
    'what is there only for its size',
    `<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>${e(r('x'))}</m:phant><m:phant>${e(r('y'))}</m:phant>`,
    'y',
  ],
  ['what was deleted', `<w:del>${r('x')}</w:del>${r('y')}`, 'y'],
  ['nothing deeper than anyone writes', `${'<m:box>'.repeat(200)}${r('x')}${'</m:box>'.repeat(200)}`, ''],
]

describe('a formula of a Word document as TeX', () => {
  for (const [what, omml, tex] of CASES) {
    it(what, () => assert.equal(texOfOmml(parseXml(`<m:oMath>${omml}</m:oMath>`)), tex))
  }
})
