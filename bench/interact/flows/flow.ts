import type { Page } from 'playwright-core'
import type { Answer, Asked } from '../serve.ts'

/** A small site, and what people want to have done on it. */
export interface Flow {
  name: string
  /** What it tries: `date picker`, `modal`, … */
  kind: string
  /** Markup by path; the first one is where a trial begins unless it says otherwise. */
  pages: Record<string, string>
  /** What its server does; undefined leaves it to the pages, and to `{"ok":true}` for what is sent. */
  answer?: (asked: Asked) => Answer | undefined
  trials: readonly FlowTrial[]
}

/** Prompts given one after the other on a fresh copy of the site, and how it must be afterwards. */
export interface FlowTrial {
  start?: string
  prompts: readonly string[]
  expect: Expectation
  /** How a person would do it: shows that it can be done, and that the expectation holds then. */
  solve(page: Page): Promise<unknown>
}

export interface Expectation {
  /** Everything that was sent to the server other than by GET, in this order; fields that are not named may be anything. */
  sent?: readonly { path: string; body?: Record<string, unknown> }[]
  /** Path and query of the page in front. */
  at?: string
  /** Texts that can be read on the page. */
  shows?: readonly string[]
  hides?: readonly string[]
  /** What expressions in the page must give. */
  state?: Record<string, unknown>
  /** What the outputs say, taken together. */
  output?: readonly (string | RegExp)[]
  /** Names of files that were given. */
  downloads?: readonly string[]
}

/** A page of a flow. */
export function page({
  title,
  lang = 'en',
  style = '',
  body,
  script = '',
}: {
  title: string
  lang?: string
  style?: string
  body: string
  script?: string
}): string {
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${BASE}${style}</style></head>
<body>${body}
<script>${SEND}${script}</script></body></html>`
}

const BASE = 'body{font:15px/1.45 system-ui,sans-serif;margin:0;color:#222}*{box-sizing:border-box}'

/** What every site has in one form or another: a call of its own server. */
const SEND = `
const send = (path, body) => fetch(path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
}).then((reply) => reply.json())
const $ = (selector, root = document) => root.querySelector(selector)
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]
`
