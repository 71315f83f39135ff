import { createRequire } from 'node:module'

const KNOWN = ['ara', 'chi_sim', 'deu', 'eng', 'fra', 'ita', 'jpn', 'kor', 'nld', 'pol', 'por', 'spa', 'ukr']

/** The languages whose data is installed, as Tesseract names them. */
export function ocrLanguages(): string[] {
  return KNOWN.filter((language) => {
    try {
      return dataOf(language) !== ''
    } catch {
      return false
    }
  })
}

/** Where the data of a language is; throws where its package is not installed. */
export function dataOf(language: string): string {
  const require = createRequire(import.meta.url)
  return require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
}
