/** A message as both of its file formats tell it. */
export interface Message {
  subject: string
  /** The names and addresses of its head, such as `Ann <ann@example.com>`. */
  from: string
  to: string
  cc: string
  /** As it is written in the message. */
  date: string
  body: { html: string } | { text: string } | { ready: string }
  attachments: Attachment[]
  /** Messages that are attached to it. */
  messages: Message[]
}

export interface Attachment {
  name: string
  mimeType: string
  sizeBytes: number
  /** By which the body shows it, without angle brackets. */
  contentId: string | undefined
  bytes: Uint8Array
}

/** Messages within messages are read so deep; deeper ones are only listed. */
export const MAX_DEPTH = 5
/** Attachments and messages of one message that are listed. */
export const MAX_PARTS = 1000
