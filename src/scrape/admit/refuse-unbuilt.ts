import { compile } from 'css-select'
import type { Format } from '../../contract/formats.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { Fault } from '../../fault.ts'
import type { Wanted } from '../understand/read-page.ts'

/** The options that scrapes and uploads share. */
export type ContentRequest = Wanted & Pick<ScrapeRequest, 'onlyCleanContent'>

/** Says what cannot be done before anything is fetched, so that an option is never silently ignored. */
export function refuseUnbuilt(request: ContentRequest): void {
  const option = CONTENT_OPTIONS.find(({ isAsked }) => isAsked(request))
  if (option) throw notBuilt(option.name)

  if (request.redactPII && request.formats.some(({ type }) => type === 'rawBase64')) {
    throw new Fault(
      'BAD_REQUEST',
      'rawBase64 gives the file as it is: personal data cannot be taken out of it.',
    )
  }
  refuseUnreadable('includeTags', request.includeTags)
  refuseUnreadable('excludeTags', request.excludeTags)
  refuseUnreadable('formats.selectors.selector', request.formats.flatMap(selectorsOf))
}

const CONTENT_OPTIONS: { name: string; isAsked: (request: ContentRequest) => boolean }[] = [
  { name: 'onlyCleanContent', isAsked: ({ onlyCleanContent }) => onlyCleanContent },
]

function notBuilt(what: string): Fault {
  return new Fault('NOT_IMPLEMENTED', `${what} is not built yet.`)
}

function selectorsOf(format: Format): string[] {
  return format.type === 'attributes' ? format.selectors.map(({ selector }) => selector) : []
}

function refuseUnreadable(option: string, selectors: readonly string[]): void {
  for (const selector of selectors) {
    try {
      compile(selector)
    } catch (cause) {
      throw new Fault('BAD_REQUEST', `${option}: "${selector}" is not a CSS selector.`, { cause })
    }
  }
}
