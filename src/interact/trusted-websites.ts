import { withoutProhibitions } from './irreversible.ts'

/** Where values of the caller may go: to the website where a task began, and to hosts that the task names. */
export interface TrustedWebsites {
  /** Tells where the run is. The first website is the one that the task is about. */
  begin(url: string): void
  readonly home: URL | undefined
  isTrusted(url: URL): boolean
}

export function createTrustedWebsites(task: string): TrustedWebsites {
  const wanted = withoutProhibitions(task.toLowerCase())
  let home: URL | undefined
  return {
    begin(url) {
      home ??= websiteOf(url)
    },
    get home() {
      return home
    },
    isTrusted(url) {
      if (home === undefined || (url.protocol !== 'https:' && url.protocol !== home.protocol)) return false
      const isUpgraded = url.hostname === home.hostname && url.protocol === 'https:' && url.port === ''
      return url.origin === home.origin || isUpgraded || isHostIn(wanted, url.host)
    },
  }
}

export function websiteOf(url: string): URL | undefined {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'http:' || parsed?.protocol === 'https:' ? parsed : undefined
}

/** Whether a text has this host as a word of its own, not as part of another host or an e-mail address. */
export function isHostIn(text: string, host: string): boolean {
  return new RegExp(`(?<![\\w@-])(?<!\\w\\.)${escaped(host)}(?![\\w-]|\\.\\w)`).test(text)
}

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
