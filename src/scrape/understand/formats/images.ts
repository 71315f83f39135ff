import { findAll } from 'domutils'
import type { Page } from '../../../content/parse/page.ts'
import { imageUrl, isEmbedded } from './image-url.ts'

export function imagesOf({ root, base }: Page, removeBase64Images: boolean): string[] {
  const addresses = findAll(({ name }) => name === 'img', root.children)
    .map((image) => imageUrl(image, base))
    .filter((url) => url !== undefined && !(removeBase64Images && isEmbedded(url)))
  return [...new Set(addresses as string[])]
}
