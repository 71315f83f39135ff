import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const NAV = `
<nav class="main"><ul><li class="has"><a href="#">Products</a><ul><li class="has"><a href="#">Pumps</a><ul><li><a href="/pumps/garden">Garden pumps</a></li><li><a href="/pumps/well">Deep well pumps</a></li></ul></li><li><a href="/hoses">Hoses</a></li></ul></li>
<li class="has"><a href="#">Service</a><ul><li><a href="/spares">Spare parts</a></li><li><a href="/manuals">Manuals</a></li></ul></li><li><a href="/dealers">Dealers</a></li></ul></nav>`

const STYLE = `.main ul{list-style:none;margin:0;padding:0}.main>ul{display:flex;background:#123}.main a{display:block;color:#fff;padding:12px 20px;text-decoration:none;white-space:nowrap}.main li{position:relative}.main li ul{display:none;position:absolute;background:#234;min-width:180px;z-index:3}.main li li ul{left:100%;top:0}.main li:hover>ul{display:block}`

const sitePage = (title: string, text: string) =>
  page({
    title,
    style: STYLE,
    body: `${NAV}<main style="padding:24px"><h1>${title}</h1><p>${text}</p></main>`,
  })

/** Menus that open under the mouse, by style alone. */
export const hoverMenu: Flow = {
  name: 'hover-menu',
  kind: 'menu with submenus',
  pages: {
    '/': sitePage('Dreyer Hydraulics', 'Since 1931.'),
    '/pumps/well': sitePage('Deep well pumps', 'The TB-40 lifts water 38 metres.'),
    '/pumps/garden': sitePage('Garden pumps', 'Quiet and small.'),
    '/manuals': sitePage('Manuals', 'All manuals as PDF.'),
    '/spares': sitePage('Spare parts', 'Order by number.'),
  },
  trials: [
    {
      prompts: ['In the menu go to Products > Pumps > Deep well pumps. How far does the TB-40 lift water?'],
      expect: { at: '/pumps/well', output: ['38'] },
      async solve(tab) {
        await tab.hover('text=Products')
        await tab.hover('text=Pumps >> nth=0')
        await tab.click('text=Deep well pumps')
      },
    },
    {
      prompts: ['hover over Service and click Manuals'],
      expect: { at: '/manuals' },
      async solve(tab) {
        await tab.hover('text=Service')
        await tab.click('text=Manuals')
      },
    },
  ],
}
