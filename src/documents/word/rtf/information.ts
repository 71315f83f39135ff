import type { DocumentMetadata } from '../../converted.ts'

/** What an RTF file says about itself. */
export class Information {
  private readonly texts = new Map<string, string>()
  private readonly times = new Map<string, Map<string, number>>()

  text(field: string, text: string): void {
    const before = this.texts.get(field) ?? ''
    if (before.length < MAX_LENGTH) this.texts.set(field, before + text)
  }

  /** Times are written in words such as `\yr2024`. */
  word(field: string, name: string, value: number): void {
    const time = this.times.get(field) ?? new Map<string, number>()
    this.times.set(field, time.set(name, value))
  }

  metadata(): DocumentMetadata {
    const metadata: DocumentMetadata = {}
    for (const [field, names] of FIELDS) {
      const text = names.map((name) => this.texts.get(name)?.trim() ?? '').find((found) => found !== '')
      if (text !== undefined) metadata[field] = text
    }
    const created = this.time('creatim')
    if (created !== undefined) metadata.createdTime = created
    const modified = this.time('revtim')
    if (modified !== undefined) metadata.modifiedTime = modified
    return metadata
  }

  private time(field: string): string | undefined {
    const at = (name: string) => this.times.get(field)?.get(name) ?? 0
    const year = at('yr')
    if (year < 1900 || year > 9999) return undefined
    const time = new Date(
      Date.UTC(year, Math.max(at('mo') - 1, 0), Math.max(at('dy'), 1), at('hr'), at('min')),
    )
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
  }
}

const MAX_LENGTH = 10_000

const FIELDS: readonly (readonly [keyof DocumentMetadata, readonly string[]])[] = [
  ['title', ['title']],
  ['author', ['author']],
  ['description', ['doccomm', 'subject']],
  ['keywords', ['keywords']],
]
