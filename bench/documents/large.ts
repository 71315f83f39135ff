import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../test/support/service.ts'
import { commandOf, peakMb, treeOf, wholeCpuMs } from '../processes.ts'
import type { BenchService } from '../service.ts'
import { parse } from './parse.ts'

const PAGES = 1336
const SIZE_BYTES = 40 * 1000 * 1000
const WORDS =
  'grain wheat barley harvest field water price export table report growth share region policy season market yield'.split(
    ' ',
  )

/** One large document: its duration, and the peak memory of the processes beside the service's own. */
export async function benchLarge(service: BenchService): Promise<void> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'large.pdf')
  await writeFile(file, largePdf())
  const { pid } = service
  let mostMb = 0
  const watch = setInterval(() => {
    const others = treeOf(pid).filter((other) => other !== pid && commandOf(other).includes('worker-main'))
    mostMb = Math.max(mostMb, ...others.map(peakMb))
  }, 50)
  const before = wholeCpuMs(treeOf(pid))
  const { status, ms, pages, error } = await parse(service, file)
  clearInterval(watch)
  const cpuSeconds = (wholeCpuMs(treeOf(pid)) - before) / 1000
  const result = status === 200 ? `${pages} pages` : `${status} ${error}`
  console.log(
    `40 MB, ${PAGES} pages: ${result} in ${(ms / 1000).toFixed(1)} s, ${(pages / cpuSeconds).toFixed(0)} pages per CPU second, peak ${mostMb.toFixed(0)} MB outside`,
  )
}

/** Pages of text, each with a picture of noise to reach the total size. */
function largePdf(): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const object = (head: string, stream?: Buffer) => {
    offsets.push(length)
    const number = offsets.length
    const body = stream
      ? [Buffer.from(`${number} 0 obj\n${head}\nstream\n`), stream, Buffer.from('\nendstream\nendobj\n')]
      : [Buffer.from(`${number} 0 obj\n${head}\nendobj\n`)]
    for (const part of body) {
      parts.push(part)
      length += part.length
    }
    return number
  }
  object('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = Array.from({ length: PAGES }, (_, page) => `${4 + page * 3} 0 R`).join(' ')
  object(`<< /Type /Pages /Count ${PAGES} /Kids [${kids}] >>`)
  object('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const noiseBytes = Math.floor(SIZE_BYTES / PAGES) - 4000
  for (let page = 0; page < PAGES; page++) {
    const resources = `<< /Font << /F 3 0 R >> /XObject << /N ${6 + page * 3} 0 R >> >>`
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + page * 3} 0 R /Resources ${resources} >>`,
    )
    const text = Buffer.from(textOf(page))
    object(`<< /Length ${text.length} >>`, text)
    const noise = randomBytes(noiseBytes)
    object(
      `<< /Type /XObject /Subtype /Image /Width ${noiseBytes} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${noiseBytes} >>`,
      noise,
    )
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function textOf(page: number): string {
  const lines = Array.from({ length: 48 }, (_, line) => {
    const words = Array.from(
      { length: 11 },
      (__, word) => WORDS[(page * 7 + line * 3 + word * word) % WORDS.length],
    )
    return `1 0 0 1 60 ${780 - line * 15} Tm (${words.join(' ')}) Tj`
  })
  return `BT /F 10 Tf ${lines.join('\n')} ET q 40 0 0 20 500 20 cm /N Do Q`
}
