interface FontFamily {
  /** The folder it gets. */
  name: string
  /** A file of its package; the fonts lie in `files/` beside it. */
  at: string
  /** Which of the package's files: all weights in one, without the Latin letters that every font brings. */
  files: RegExp
}

/** What pages are written in beyond the letters of the system's or the packaged font. The first that can is taken. */
export const FONT_FAMILIES: readonly FontFamily[] = [
  {
    name: 'sc',
    at: import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'),
    files: /-\d+-wght-normal\.woff2$/,
  },
  {
    name: 'jp',
    at: import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json'),
    files: /-\d+-wght-normal\.woff2$/,
  },
  {
    name: 'kr',
    at: import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'),
    files: /-\d+-wght-normal\.woff2$/,
  },
  {
    name: 'arabic',
    at: import.meta.resolve('@fontsource-variable/noto-sans-arabic/package.json'),
    files: /-arabic-wght-normal\.woff2$/,
  },
  {
    name: 'hebrew',
    at: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/package.json'),
    files: /-hebrew-wght-normal\.woff2$/,
  },
  {
    name: 'devanagari',
    at: import.meta.resolve('@fontsource-variable/noto-sans-devanagari/package.json'),
    files: /-devanagari-wght-normal\.woff2$/,
  },
  {
    name: 'thai',
    at: import.meta.resolve('@fontsource-variable/noto-sans-thai/package.json'),
    files: /-thai-wght-normal\.woff2$/,
  },
  {
    name: 'emoji',
    at: import.meta.resolve('@infolektuell/noto-color-emoji'),
    files: /\.woff2$/,
  },
]
