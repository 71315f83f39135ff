import cfb from 'cfb'
import type { CFB$Container } from 'cfb'
import { UnreadableDocument } from '../unreadable.ts'

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Whether it is a container of streams, as old Office files and encrypted new ones are. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** Throws when the file is a modern one behind a password: such files are containers of another kind. */
export function refuseEncrypted(bytes: Uint8Array): void {
  if (isCompoundFile(bytes)) refuseEncryptedPackage(openCompoundFile(bytes))
}

/** The same for a container that is open already. */
export function refuseEncryptedPackage(container: CFB$Container): void {
  if (hasStream(container, 'EncryptedPackage')) throw encrypted()
}

export function encrypted(): UnreadableDocument {
  return new UnreadableDocument('encrypted', 'The document is protected by a password.')
}

export function openCompoundFile(bytes: Uint8Array): CFB$Container {
  try {
    return cfb.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { type: 'buffer' })
  } catch (cause) {
    throw new UnreadableDocument('damaged', 'The file is damaged: its streams cannot be read.', { cause })
  }
}

/** Whether there is a stream of this name at the top of the container. */
export function hasStream(container: CFB$Container, name: string): boolean {
  return cfb.find(container, `/${name}`)?.content !== undefined
}

/** The bytes of a stream at the top of the container. */
export function streamOf(container: CFB$Container, name: string): Uint8Array | undefined {
  const content = cfb.find(container, `/${name}`)?.content
  return content === undefined ? undefined : Uint8Array.from(content as Uint8Array)
}
