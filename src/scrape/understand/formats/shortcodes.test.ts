import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutShortcodes } from './shortcodes.ts'

describe('shortcodes', () => {
  const cases: [string, string, string][] = [
    ['of page builders go', '[vc_row][vc_column width="1/2"]Text[/vc_column][/vc_row]', 'Text'],
    ['around text go, the text stays', 'a [su_note color="red"]b[/su_note] c', 'a b c'],
    ['of forms and galleries go', '[contact-form-7 id="5"] [gallery ids="1,2"][/gallery]x', ' x'],
    [
      'with unknown names stay',
      '[1] [citation needed] [row] [a_b] [x](y)',
      '[1] [citation needed] [row] [a_b] [x](y)',
    ],
    ['that are not closed stay', 'see [caption for this', 'see [caption for this'],
  ]
  for (const [what, text, expected] of cases) it(what, () => assert.equal(withoutShortcodes(text), expected))
})
