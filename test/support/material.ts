import type { Material } from '../../src/extract/extract.ts'

/** A page about a chair, as a model is shown it. */
export function chairPage(markdown: string): Material {
  return { url: 'https://example.com/chair', title: 'Blue Chair', language: 'en', markdown }
}
