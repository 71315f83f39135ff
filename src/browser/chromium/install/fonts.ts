import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeOnce } from '../../../concurrency/make-once.ts'
import { runUnpacker } from './find-chromium.ts'

export async function unpackFonts(home: string, signal: AbortSignal): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const versions = createHash('sha256')
  for (const { at } of FONT_FAMILIES) versions.update(await readFile(new URL('package.json', at)))
  const folder = join(home, `fonts-${versions.digest('hex').slice(0, 12)}`)
  await makeOnce(folder, (draft) => runUnpacker(import.meta.resolve('./fonts-process.ts'), draft, signal))
  return folder
}

/** The system's own font caches stay out of it, or the rule about DejaVu would come too late. */
export function fontConfig(own: string | undefined, packaged: string | undefined, cache: string): string {
  const folders = [
    ...(packaged === undefined ? [] : [packaged]),
    ...(own === undefined ? [] : FONT_FAMILIES.map(({ name }) => join(own, name))),
    '/usr/share/fonts',
    '/usr/local/share/fonts',
  ]
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/conf.d</include>
${folders.map((folder) => `<dir>${escaped(folder)}</dir>`).join('\n')}
<cachedir>${escaped(cache)}</cachedir>
${PLAIN_FACES_OF_DEJAVU}
</fontconfig>
`
}

/** DejaVu has the faces among the emoji in black and white, and would be taken for them before the coloured ones. */
const PLAIN_FACES_OF_DEJAVU = `<match target="scan">
<test name="family" compare="contains"><string>DejaVu</string></test>
<edit name="charset" mode="assign"><minus><name>charset</name>
<charset><range><int>0x1F600</int><int>0x1F64F</int></range></charset></minus></edit>
</match>`

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

interface FontFamily {
  name: string
  /** A file of its package; the fonts lie in `files/` beside it. */
  at: string
  /** Which of the package's files: all weights in one, without the Latin letters that every font brings. */
  files: RegExp
}

/** What pages are written in beyond the letters of the system's or the packaged font. The first that can is taken. */
export const FONT_FAMILIES: readonly FontFamily[] = [
  noto('sc', import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'), String.raw`\d+`),
  noto('jp', import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json'), String.raw`\d+`),
  noto('kr', import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'), String.raw`\d+`),
  noto('arabic', import.meta.resolve('@fontsource-variable/noto-sans-arabic/package.json')),
  noto('hebrew', import.meta.resolve('@fontsource-variable/noto-sans-hebrew/package.json')),
  noto('devanagari', import.meta.resolve('@fontsource-variable/noto-sans-devanagari/package.json')),
  noto('thai', import.meta.resolve('@fontsource-variable/noto-sans-thai/package.json')),
  { name: 'emoji', at: import.meta.resolve('@infolektuell/noto-color-emoji'), files: /\.woff2$/ },
]

function noto(name: string, at: string, subset = name): FontFamily {
  return { name, at, files: new RegExp(`-${subset}-wght-normal\\.woff2$`) }
}
