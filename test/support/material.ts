import type { Material } from '../../src/extract/extract.ts'

/** A page about a chair, in the form in which a model gets it. */
export function chairPage(markdown: string): Material {
  return { url: 'https://example.com/chair', title: 'Blue Chair', language: 'en', markdown }
}
