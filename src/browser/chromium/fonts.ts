import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FONT_FAMILIES } from './font-families.ts'
import { makeOnce } from './make-once.ts'
import { runMaker } from './packaged.ts'

/** Our fonts, unpacked into a folder once; undefined where the system brings enough of its own. */
export async function unpackFonts(home: string, signal: AbortSignal): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const versions = createHash('sha256')
  for (const { at } of FONT_FAMILIES) versions.update(await readFile(new URL('package.json', at)))
  const folder = join(home, `fonts-${versions.digest('hex').slice(0, 12)}`)
  await makeOnce(folder, (draft) => runMaker(import.meta.resolve('./fonts-process.ts'), draft, signal))
  return folder
}

interface FontPlaces {
  /** What `unpackFonts` made. */
  own: string | undefined
  /** Fonts that came with the browser. */
  packaged: string | undefined
  /** Where fontconfig may keep what it found. */
  cache: string
}

/**
 * What the browser's fontconfig reads instead of the system's file: the system's rules and fonts, and ours. The
 * system's own caches stay out of it, or the rule about DejaVu would come too late.
 */
export function fontConfig({ own, packaged, cache }: FontPlaces): string {
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
