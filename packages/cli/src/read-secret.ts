import type { Readable, Writable } from 'node:stream'
import { Interrupted } from './exit-codes.ts'

/** A terminal whose echo can be disabled. */
type Terminal = Readable & { setRawMode?(isRaw: boolean): unknown }

/** Asks a question and reads one line without echo. */
export function readSecret(question: string, terminal: Terminal, screen: Writable): Promise<string> {
  screen.write(question)
  terminal.setRawMode?.(true)
  terminal.setEncoding('utf8')
  terminal.resume()
  return new Promise((resolve, reject) => {
    let line = ''
    const end = () => {
      terminal.off('data', take).off('end', gone)
      terminal.setRawMode?.(false)
      terminal.pause()
      screen.write('\n')
    }
    const gone = () => {
      end()
      reject(new Interrupted('The terminal was closed. Nothing was saved.'))
    }
    const take = (typed: string) => {
      for (const character of typed) {
        if (character === '\r' || character === '\n' || character === '\u0004') {
          end()
          return resolve(line)
        }
        if (character === '\u0003') {
          end()
          return reject(new Interrupted('Interrupted. Nothing was saved.'))
        }
        line = character === '\u007f' || character === '\b' ? line.slice(0, -1) : line + character
      }
    }
    terminal.on('data', take).once('end', gone)
  })
}
