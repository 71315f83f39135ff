import { findAll } from 'domutils'
import type { Page } from '../../../content/parse/page.ts'
import { imageAddress, isEmbedded } from './image-address.ts'

export function imagesOf({ root, base }: Page, removeBase64Images: boolean): string[] {
  const addresses = findAll(({ name }) => name === 'img', root.children)
    .map((image) => imageAddress(image, base))
    .filter((address) => address !== undefined && !(removeBase64Images && isEmbedded(address)))
  return [...new Set(addresses as string[])]
}
