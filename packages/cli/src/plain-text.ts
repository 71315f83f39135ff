/**
 * Sanitizes text for a terminal. Page content is untrusted: this removes escape sequences (which move the
 * cursor, change the title or write to the clipboard) and characters that change the writing direction.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(SEQUENCES, '').replaceAll(CONTROLS, '')
}

/** The same for JSON, where characters can be escaped instead. */
export function plainJson(json: string): string {
  return json.replaceAll(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/* oxlint-disable no-control-regex -- control characters are what is looked for. */

/**
 * CSI, and strings (OSC, DCS, SOS, PM, APC) with their terminator; broken ones lose their control characters.
 */
const SEQUENCES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
