import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { closerOf } from '../widgets/closers.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

export const cookies: TakeStep<'cookies'> = async (step, scene) => {
  for (const ms of [0, 300, 700]) {
    const tree = ms === 0 ? await scene.tree() : await scene.pause(ms)
    const banner = bannerIn(tree)
    if (!banner) continue
    const button =
      named(banner, tree, step.accept ? ACCEPT : REJECT) ?? (step.accept ? undefined : closerOf(banner, tree))
    return button
      ? clickOn(button, scene)
      : failed(`The cookie banner has no button that ${step.accept ? 'accepts' : 'rejects'}.`)
  }
  return done('The page shows no cookie banner.')
}

const ACCEPT = [
  'accept all',
  'accept all cookies',
  'allow all',
  'accept cookies',
  'accept',
  'allow',
  'agree',
  'i agree',
  'i accept',
  'got it',
  'ok',
  'understood',
  'yes',
  'alle akzeptieren',
  'akzeptieren',
  'zustimmen',
  'tout accepter',
  'accepter',
  'aceptar',
  'aceptar todo',
  'accetta',
  'accetta tutti',
  'akkoord',
  'aceitar',
  'continue',
]
const REJECT = [
  'reject all',
  'decline all',
  'reject',
  'decline',
  'refuse',
  'only necessary',
  'necessary only',
  'essential only',
  'deny',
  'no thanks',
  'nur notwendige',
  'nur notwendige cookies',
  'nur erforderliche',
  'notwendige',
  'solo necesarias',
  'continuer sans accepter',
  'no',
  'alle ablehnen',
  'ablehnen',
  'tout refuser',
  'refuser',
  'rechazar',
  'rifiuta',
  'weigeren',
  'recusar',
  'dismiss',
  'close',
]

/** The smallest part of the page that speaks of cookies and has buttons. */
function bannerIn(tree: PageTree): ViewElement | undefined {
  return tree.elements.findLast(
    (element) =>
      (/cookie|consent|gdpr|tracking/i.test(element.text) ||
        /cookie|consent|gdpr|onetrust/i.test(element.hints)) &&
      tree.descendants(element).some((inner) => inner.clickable && inner.role !== 'link') &&
      !/^(main|document)$/.test(element.role) &&
      element.tag !== 'body' &&
      element.tag !== 'html',
  )
}

function named(banner: ViewElement, tree: PageTree, names: readonly string[]): ViewElement | undefined {
  const controls = tree.descendants(banner).filter((element) => element.clickable && !element.disabled)
  for (const name of names) {
    const match = controls.find((element) => similarity(name, element.name || element.text) >= 0.75)
    if (match) return match
  }
  return undefined
}
