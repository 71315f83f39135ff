import type * as playwright from 'playwright-core'
import table from './api.json' with { type: 'json' }
import { RemoteError } from './remote.ts'
import * as parameters from './parameters.ts'
import type { Parameter } from './parameters.ts'

export interface Types {
  Page: playwright.Page
  BrowserContext: playwright.BrowserContext
  Frame: playwright.Frame
  Locator: playwright.Locator
  FrameLocator: playwright.FrameLocator
  ElementHandle: playwright.ElementHandle
  JSHandle: playwright.JSHandle
  Request: playwright.Request
  Response: playwright.Response
  Route: playwright.Route
  Dialog: playwright.Dialog
  ConsoleMessage: playwright.ConsoleMessage
  Download: playwright.Download
  FileChooser: playwright.FileChooser
}

export type TypeName = keyof Types

export type Method = ReturnType<typeof methodOf>

interface TypeApi {
  methods: ReadonlyMap<string, Method>
  /** Methods that return another locator at once, without a request to the page. */
  builders: ReadonlyMap<string, Method>
  /** Events with the type of their object; undefined for plain data. */
  events: ReadonlyMap<string, TypeName | undefined>
  /** Values sent along with an object's number, with their types; undefined for plain data. */
  now: ReadonlyMap<string, TypeName | undefined>
  refused: Readonly<Record<string, string>>
}

/** A row of `api.json`: methods as `text, timed -> Response`, and the shared lists that a type includes. */
interface Row {
  like?: string[]
  methods?: Signatures
  builders?: Signatures
  events?: Record<string, string>
  now?: Record<string, string>
  refused?: Record<string, string>
}
type Signatures = Record<string, string>

const PARAMETERS: Record<string, Parameter> = { ...parameters }

export const API = Object.fromEntries(
  Object.entries(table.types as Record<string, Row>).map(([type, row]) => [type, apiOf(row)]),
) as Record<TypeName, TypeApi>

function apiOf({ like = [], methods, builders, events = {}, now = {}, refused = {} }: Row): TypeApi {
  const { element, frame, network, finding } = table.shared
  // On a page or frame, methods that act on an element take a selector first.
  const bySelector = Object.fromEntries(
    Object.entries(element).map(([name, takes]) => [name, `text, ${takes}`]),
  )
  const shared: Record<string, Signatures> = { element, selector: bySelector, frame, network }
  return {
    methods: read(Object.assign({}, ...like.map((list) => shared[list]), methods)),
    builders: read({ ...(like.includes('finding') && finding), ...builders }),
    events: typesOf(events),
    now: typesOf(now),
    refused,
  }
}

function typesOf(types: Record<string, string>): ReadonlyMap<string, TypeName | undefined> {
  return new Map(Object.entries(types).map(([name, type]) => [name, (type || undefined) as TypeName]))
}

function read(signatures: Signatures): ReadonlyMap<string, Method> {
  return new Map(Object.entries(signatures).map(([name, signature]) => [name, methodOf(signature)]))
}

function methodOf(signature: string) {
  const [takes = '', gives] = signature.split(/ ?-> /)
  const names = takes.split(', ').filter((name) => name !== '')
  return { takes: names.map((name) => PARAMETERS[name]!), gives: gives as TypeName | undefined }
}

export function unknownMethod(type: TypeName, method: string): RemoteError {
  const { refused } = API[type]
  const why = Object.hasOwn(refused, method) ? refused[method] : 'no such method is available'
  return new RemoteError(`${type}.${method} cannot be used: ${why}.`)
}
