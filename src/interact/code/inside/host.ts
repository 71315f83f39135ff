/** What the interpreter is given from outside: nothing but ways to say something and to be called later. */
export interface Host {
  /** Says something to the service, as JSON. */
  send(message: string): void
  /** Has `fire` called with this number after a while. */
  schedule(timer: number, milliseconds: number): void
  /** Bytes as base64, and back. */
  encode(bytes: ArrayBuffer): string
  decode(base64: string): ArrayBuffer
  /** The parts of an address as JSON, or an empty text when it is none. */
  parseUrl(address: string, base: string, part: string, value: string): string
}
