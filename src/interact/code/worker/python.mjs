import { constants, readFileSync } from 'node:fs'
import { loadPyodide } from 'pyodide'
import { read, readImage, say, write } from './parent.mjs'
import { seal } from './seal.mjs'

// A process that runs one Python program. `page.py` also runs the program in the system's sandbox. It finds
// the pipes to the service as the same two descriptors, which are devices of Pyodide's own file system.

const MEMORY_BYTES = 256 * 1024 * 1024
const PAGE_BYTES = 64 * 1024

const RUNTIME = new URL('../sandbox/page.py', import.meta.url)

/** Growing beyond the limit fails like exhausted memory: the program gets a `MemoryError`. */
function limitMemory() {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MEMORY_BYTES) throw new RangeError('No memory is left.')
    return Reflect.apply(grow, this, [pages])
  }
}

function openPipes({ FS }) {
  const device = FS.makedev(64, 0)
  FS.registerDevice(device, {
    read: (_stream, heap, offset, length) => read(heap.subarray(offset, offset + length)),
    write(_stream, heap, offset, length) {
      write(heap.subarray(offset, offset + length))
      return length
    },
  })
  FS.mkdev('/dev/service', device)
  FS.open('/dev/service', 'r')
  FS.open('/dev/service', 'w')
}

function printTo(stream) {
  const decoder = new TextDecoder()
  return {
    write(bytes) {
      say({ say: 'print', stream, text: decoder.decode(bytes, { stream: true }) })
      return bytes.length
    },
  }
}

async function useImage() {
  const python = await loadPyodide({ ...OPTIONS, _loadSnapshot: readImage() })
  // The image contains a fixed seed.
  python.runPython('import random; random.seed()')
  return python
}

async function makeImage() {
  const python = await loadPyodide({ ...OPTIONS, _makeSnapshot: true })
  python.runPython('import ast, base64, json, os, random, re, subprocess, traceback')
  write(python.makeMemorySnapshot())
  process.reallyExit(0)
}

// Python gets no JavaScript objects. `seal` below removes those that it can reach anyway.
const OPTIONS = { jsglobals: {}, env: { HOME: '/tmp' } }
const [image] = process.argv.slice(2)
const source = readFileSync(RUNTIME, 'utf8')
// Pyodide reads it at startup and gets only the constants. Node's permissions deny the function itself.
process.binding = () => ({ fs: constants })
limitMemory()
if (image === 'make') await makeImage()
const python = image === 'use' ? await useImage() : await loadPyodide(OPTIONS)
openPipes(python)
python.setStdin({ error: true })
python.setStdout(printTo('stdout'))
python.setStderr(printTo('stderr'))
python.runPython('import os, sys; os.chdir("/tmp"); sys.argv = ["page.py", "python"]')
seal()
python.runPython(source, { filename: 'page.py' })
