import { getDomain } from 'tldts'
import type { PageView, ViewElement } from '../../browser/browser.ts'
import { isAt, PageTree } from '../planner/page-tree.ts'
import { decodedUrl } from '../secrets.ts'
import { checkIrreversible, prohibitionsIn, withoutProhibitions } from '../irreversible.ts'
import { createTrustedWebsites, escaped, isHostIn, websiteOf } from '../trusted-websites.ts'
import type { Move } from './moves.ts'
import type { Variables } from '../secrets.ts'

/** Refuses moves that the task does not ask for, whatever the model or a page wants. */
export function createGuards(task: string, variables: Variables) {
  const asked = task.toLowerCase()
  const wanted = withoutProhibitions(asked)
  const prohibitions = prohibitionsIn(asked)
  const websites = createTrustedWebsites(task)

  /** Whether the task is about this website: where it began, its subdomains, and what the task names. */
  function isAllowed(url: URL): boolean {
    const { startWebsite } = websites
    if (startWebsite === undefined || url.hostname === startWebsite.hostname || isNamed(url, wanted))
      return true
    const domain = domainOf(url.hostname)
    return domain !== undefined && domain === domainOf(startWebsite.hostname)
  }

  function refusalOfUrl(said: string, view: PageView): string | undefined {
    const url = URL.parse(said, view.url)
    if (url === null) return `${quoted(said)} is not a URL.`
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return 'Only http and https URLs can be opened.'
    const filled = variables.filled(said).text
    if (filled !== said || variables.occursIn(url.href)) {
      const [name = 'a secret'] = /<[\w-]+>/.exec(variables.masked(decodedUrl(filled))) ?? []
      return `The URL contains ${name}. Variables are only filled into fields.`
    }
    if (isAllowed(url)) return undefined
    return `${quoted(said)} is outside the task: it is neither on the website where the task began nor named in the task. Follow a link on the page, or finish.`
  }

  function refusalOnPage(move: Move, view: PageView): string | undefined {
    const page = websiteOf(view.url)
    if (page === undefined || isAllowed(page)) return undefined
    const name = nameOf(move.target)
    if (move.name === 'click' && name.length > 2 && wanted.includes(name)) return undefined
    return `This page (${page.host}) is outside the task, so it is only read. To act on it, the task must name it.`
  }

  function refusalOfValue(move: Move, view: PageView): string | undefined {
    const isFile = move.name === 'upload'
    if (move.value === undefined || !(isFile || variables.filled(move.value).isSecret)) return undefined
    const target = move.target ?? view.elements.find(({ ref }) => ref === view.focused)
    const origin = URL.parse(target?.origin ?? view.url)
    if (origin !== null && websites.isTrusted(origin)) return undefined
    return `Variables are not filled in on ${origin?.origin ?? 'this page'}: they are for ${websites.startWebsite?.origin ?? 'the website of the task'} and hosts that the task names.`
  }

  function refusalOfPress(move: Move, view: PageView): string | undefined {
    for (const element of pressedBy(move, view)) {
      const name = nameOf(element)
      const called = quoted(element.name || element.text)
      const clause = prohibitions.find(
        (one) => (name.length > 2 && one.includes(name)) || checkIrreversible(element, one) === 'asked',
      )
      if (clause !== undefined) return `The task forbids pressing ${called}: "${clause}".`
      if (checkIrreversible(element, wanted) === 'unasked')
        return `Pressing ${called} cannot be undone, and the task does not ask for it.`
    }
    return undefined
  }

  return {
    begin: websites.begin,
    refusalOf(move: Move, view: PageView): string | undefined {
      if (move.kind === 'answerDialogs') return refusalOfValue(move, view)
      if (move.kind !== 'deed') return undefined
      const { action } = move
      if (action.do === 'goto' || action.do === 'openTab') return refusalOfUrl(action.url, view)
      if (!CHANGING_ACTIONS.has(action.do)) return undefined
      return refusalOnPage(move, view) ?? refusalOfValue(move, view) ?? refusalOfPress(move, view)
    },
  }
}

function isNamed({ hostname }: URL, text: string): boolean {
  const domain = domainOf(hostname)
  const hosts = [hostname.replace(/^www\./, ''), ...(domain === undefined ? [] : [domain])]
  if (hosts.some((host) => isHostIn(text, host))) return true
  const own = escaped(domain?.split('.')[0] ?? '')
  const places = new RegExp(
    `\\b(?:on|at|to|from|in|visit|open|use|using|via) (?:the )?${own}(?![\\w-]|\\.\\w)`,
  )
  return own.length > 2 && places.test(text)
}

/** Deeds that may change something; the others only look. */
const CHANGING_ACTIONS: ReadonlySet<string> = new Set(
  'click clickAt fill type press select check upload drag'.split(' '),
)

/** What a move may press: its target, what is at its point, or the buttons of the form that Enter sends. */
function pressedBy(move: Move, view: PageView): ViewElement[] {
  if (move.kind !== 'deed') return []
  const { action } = move
  const focused = view.elements.find(({ ref }) => ref === view.focused)
  if (action.do === 'click') return move.target === undefined ? [] : [move.target]
  if (action.do === 'clickAt') return view.elements.filter((one) => isAt(one, action.at))
  if (action.do === 'type') return action.text.includes('\n') ? submitButtonsOf(focused, view) : []
  if (action.do !== 'press' || !/(^|\+)(enter|space|return| )$/i.test(action.key)) return []
  return submitButtonsOf(move.target ?? focused, view)
}

function submitButtonsOf(from: ViewElement | undefined, view: PageView): ViewElement[] {
  if (from === undefined) return []
  if (!from.editable) return [from]
  const tree = new PageTree(view)
  const around = tree.ancestors(from).map((outer) => tree.descendants(outer))
  const buttons = around.map((inside) => inside.filter(({ role }) => role === 'button'))
  return buttons.find(({ length }) => length > 0) ?? []
}

function nameOf(element: ViewElement | undefined): string {
  return (element?.name || element?.text || '').trim().toLowerCase()
}

/** The registrable domain; that of a shared host such as `me.github.io` is its own. */
function domainOf(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200))
}
