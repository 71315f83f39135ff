/** Writes each line once, with the prefixes of the enclosing lists and quotes. */
export class Writer {
  private readonly parts: string[] = []
  private prefix = ''
  /** The start of the next line instead of the prefix: the marker of a list item or note. */
  private lead: string | undefined
  private above = ''
  private gap: Gap = 'none'
  private isLoose = false
  /** The marker of the last list; empty when another block was written last. */
  private lastSign = ''

  block(text: string): void {
    this.parts.push(this.separator())
    const first = this.lead ?? this.prefix
    this.parts.push(first + (this.prefix === '' ? text : this.indented(text)))
    this.lead = undefined
    this.gap = 'blank'
    this.lastSign = ''
  }

  signFor(first: string, second: string): string {
    return this.lead === undefined && this.lastSign === first ? second : first
  }

  quote(write: () => void): void {
    this.within('> ', '> ', write)
  }

  note(label: string, write: () => void): void {
    this.within(`[^${label}]: `, '    ', write)
  }

  /** A tight list follows the text of the enclosing item without a blank line. */
  list(sign: string, isTight: boolean, write: (addItem: AddItem) => void): void {
    const separators: number[] = []
    const { gap, isLoose: isOuterLoose } = this
    let isLoose = false
    if (isTight && this.lead === undefined) this.gap = 'line'
    write((marker, content) => {
      const at = this.parts.length
      if (separators.length > 0) this.gap = 'line'
      this.isLoose = false
      this.within(marker, ' '.repeat(marker.length), content)
      if (this.parts.length === at) return false
      separators.push(at)
      isLoose ||= this.isLoose
      return true
    })
    this.isLoose = isOuterLoose
    if (separators.length === 0) this.gap = gap
    else {
      if (isLoose) for (const at of separators.slice(1)) this.parts[at] = blankLine(this.prefix)
      this.gap = 'blank'
      this.lastSign = sign
    }
  }

  toString(): string {
    return this.parts.join('')
  }

  /** Empty content leaves the state unchanged. */
  private within(marker: string, indent: string, write: () => void): void {
    const { prefix, lead, gap, lastSign } = this
    const before = this.parts.length
    if (lead === undefined) this.above = prefix
    this.lead = (lead ?? prefix) + marker
    this.prefix = prefix + indent
    write()
    this.prefix = prefix
    if (this.parts.length > before) return
    this.lead = lead
    this.gap = gap
    this.lastSign = lastSign
  }

  private separator(): string {
    if (this.gap === 'none') return ''
    if (this.gap === 'line') return '\n'
    if (this.lead === undefined) this.isLoose = true
    return blankLine(this.lead === undefined ? this.prefix : this.above)
  }

  private indented(text: string): string {
    if (!text.includes('\n')) return text
    return text
      .split('\n')
      .map((line, at) => (at === 0 ? line : line === '' ? this.prefix.trimEnd() : this.prefix + line))
      .join('\n')
  }
}

export type AddItem = (marker: string, content: () => void) => boolean

type Gap = 'none' | 'line' | 'blank'

function blankLine(prefix: string): string {
  return `\n${prefix.trimEnd()}\n`
}
