import type { BrowserContextOptions } from 'playwright-core'

/** What a visitor's browser says about itself: user agent, client hints and screen, none contradicting another. */
export interface Identity {
  screen: Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor' | 'isMobile' | 'hasTouch'>
  userAgent: string
  platform: string
  hints: UserAgentHints | undefined
}

interface UserAgentHints {
  brands: { brand: string; version: string }[]
  platform: string
  platformVersion: string
  architecture: string
  model: string
  mobile: boolean
  bitness?: string
}

export async function identityOf(mobile: boolean, chosen: string | undefined): Promise<Identity> {
  // Loaded when it is needed: it is large, and a service that renders nothing should stay small.
  const { devices } = await import('playwright-core')
  const { userAgent = '', ...phone } = devices[PHONE_MODEL] ?? {}
  // The library is released along with the browser, so its profiles name a version that is current.
  const version = /Chrome\/(\d+)/.exec(userAgent)?.[1] ?? '150'
  const identity = mobile ? phoneOf(version, phone) : desktopOf(version)
  // Hints of a Chrome would contradict another name.
  return chosen === undefined ? identity : { ...identity, userAgent: chosen, hints: undefined }
}

const PHONE_MODEL = 'Pixel 8'

function desktopOf(version: string): Identity {
  return {
    screen: {
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
    },
    userAgent: userAgentOf('X11; Linux x86_64', version, ''),
    platform: 'Linux x86_64',
    hints: {
      brands: brandsOf(version),
      platform: 'Linux',
      platformVersion: '6.8.0',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  }
}

function phoneOf(version: string, { viewport, deviceScaleFactor }: BrowserContextOptions): Identity {
  return {
    screen: { viewport, deviceScaleFactor, isMobile: true, hasTouch: true },
    // Current browsers say no more than this about the phone they run on.
    userAgent: userAgentOf('Linux; Android 10; K', version, 'Mobile '),
    platform: 'Linux armv81',
    hints: {
      brands: brandsOf(version),
      platform: 'Android',
      platformVersion: '14.0.0',
      architecture: '',
      model: PHONE_MODEL,
      mobile: true,
    },
  }
}

function brandsOf(version: string): UserAgentHints['brands'] {
  return [
    { brand: 'Chromium', version },
    { brand: 'Google Chrome', version },
    { brand: 'Not_A Brand', version: '24' },
  ]
}

function userAgentOf(system: string, version: string, mobile: string): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${mobile}Safari/537.36`
}
