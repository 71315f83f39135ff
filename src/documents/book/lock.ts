import { UnreadableDocument } from '../unreadable.ts'
import { elementAt, elementsOf, parseXml } from '../xml.ts'
import type { Zip } from '../zip.ts'

/** Throws when the text of a book is locked for everyone but its buyer. Fonts that are only obscured lock nothing. */
export async function refuseLocked(zip: Zip): Promise<void> {
  const text = await zip.readText('META-INF/encryption.xml')
  if (text === undefined) return
  const isLocked = elementsOf(parseXml(text)).some((entry) => {
    if (!entry.name.endsWith('EncryptedData')) return false
    const prefix = entry.name.slice(0, -'EncryptedData'.length)
    const file = elementAt(entry, `${prefix}CipherData`, `${prefix}CipherReference`)?.attributes['URI'] ?? ''
    return /\.(?:x?html?|xml)$/i.test(file)
  })
  if (isLocked) {
    throw new UnreadableDocument(
      'encrypted',
      'The book is locked by digital rights management and cannot be read.',
    )
  }
}
