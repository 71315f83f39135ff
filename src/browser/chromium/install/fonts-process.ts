import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import decompress from 'woff2-encoder/decompress'
import { FONT_FAMILIES } from './fonts.ts'

// Chromium accepts WOFF2 only from pages, so system fonts must be plain.
const folder = process.argv[2]!
for (const { name, at, files } of FONT_FAMILIES) {
  await mkdir(join(folder, name))
  const source = new URL('files/', at)
  for (const file of (await readdir(source)).filter((file) => files.test(file))) {
    const font = await decompress(await readFile(new URL(file, source)))
    await writeFile(join(folder, name, file.replace('.woff2', '.ttf')), font)
  }
}
