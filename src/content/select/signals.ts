/** Shapes of short texts that reveal their meaning in all languages that write them alike. */
export const SIGNALS = {
  date: /\b(?:19|20)\d\d[-/.年]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d\.? (?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])|\bago\b|\d{1,2}:\d\d/i,
  price: /[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|USD|EUR|GBP|kr\b|zł)/,
  rights: /©|\(c\) ?\d{4}|copyright|all rights reserved/i,
  separators: / [|›»·•>/] /,
} as const
