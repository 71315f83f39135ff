/**
 * Text for a terminal. Pages are written by strangers: sequences that move the cursor, retitle the window or write to
 * the clipboard are taken out, and so is what turns the direction of writing round.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(SEQUENCES, '').replaceAll(CONTROLS, '')
}

/** The same for JSON, in which a character may be written as an escape instead. */
export function plainJson(json: string): string {
  return json.replaceAll(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/* oxlint-disable no-control-regex -- control characters are what is looked for. */

/** CSI, and strings (OSC, DCS, SOS, PM, APC) with their end; what is left of broken ones loses its control characters. */
const SEQUENCES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g
