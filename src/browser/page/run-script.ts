import { Script } from 'node:vm'
import type { OpenTab } from './open-tab.ts'

/** What a caller's script gave: the `typeof` of its value, and the value as far as JSON can say it. */
export interface ScriptReturn {
  type: string
  value: unknown
}

/**
 * Runs a caller's script among the page's own. It may be an expression, the body of a function that returns something,
 * or a list of statements whose last one is the value; promises are waited for.
 */
export async function runScript(tab: OpenTab, script: string): Promise<ScriptReturn> {
  const { result, exceptionDetails } = await tab.send('Runtime.evaluate', {
    expression: asExpression(script),
    awaitPromise: true,
    userGesture: true,
  })
  if (exceptionDetails) {
    throw new Error(firstLine(exceptionDetails.exception?.description ?? exceptionDetails.text))
  }
  const { type, subtype, value, unserializableValue, description, objectId } = result
  if (type === 'object' && objectId !== undefined) {
    return { type, value: await jsonOf(tab, objectId, subtype === 'error' ? description : undefined) }
  }
  if (type === 'function' || type === 'symbol') return { type, value: description }
  if (typeof value === 'string') return { type, value: value.slice(0, MAX_LENGTH) }
  return { type, value: value ?? unserializableValue ?? null }
}

/** The script is only parsed here, to see what it is; it runs nowhere but in the page. */
function asExpression(script: string): string {
  const expression = `(async () => (\n${script}\n))()`
  if (isSyntax(expression)) return expression
  return isSyntax(script) ? script : `(async () => {\n${script}\n})()`
}

function isSyntax(code: string): boolean {
  try {
    return new Script(code) instanceof Script
  } catch {
    return false
  }
}

/** Elements, cycles and the like have no JSON; they are told by what the browser calls them. */
async function jsonOf(tab: OpenTab, objectId: string, description: string | undefined): Promise<unknown> {
  const { result } = await tab.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function (limit) {
      try {
        const json = JSON.stringify(this)
        return json !== undefined && json.length <= limit ? { json } : { text: String(this).slice(0, limit) }
      } catch { return { text: Object.prototype.toString.call(this) } }
    }`,
    arguments: [{ value: MAX_LENGTH }],
    returnByValue: true,
  })
  const { json, text } = (result.value ?? {}) as { json?: unknown; text?: unknown }
  if (description !== undefined) return firstLine(description)
  return typeof json === 'string' ? JSON.parse(json) : text
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 500)
}

const MAX_LENGTH = 5 * 1024 * 1024
