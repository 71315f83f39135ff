import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="pr"><h1>Your profile</h1><label class="l">Display name</label><input class="in nm" value="Rowan">
<label class="l">Skills</label><div class="ms"><div class="chips"></div><input class="ms-in" placeholder="Add a skill"><div class="menu"></div></div>
<label class="l">Languages</label><select multiple size="4" class="lg"><option>Basque</option><option>Estonian</option><option>Irish</option><option>Welsh</option></select><br><button class="sv">Save profile</button><p class="st"></p></main>`

const STYLE = `.pr{max-width:520px;margin:24px auto}.l{display:block;margin:14px 0 4px;font-size:13px}.in{padding:8px;width:100%}.ms{border:1px solid #999;padding:6px;position:relative}.chips{display:inline}.chip{display:inline-block;background:#dfe8ff;border-radius:12px;padding:2px 10px;margin:2px}.chip b{cursor:pointer;margin-left:6px}.ms-in{border:0;outline:0}.menu{position:absolute;left:0;right:0;top:100%;background:#fff;border:1px solid #999;display:none;z-index:4}.menu div{padding:7px;cursor:pointer}.menu div:hover{background:#eef}`

const SCRIPT = `
const ALL = ['Carpentry','Ceramics','Cooking','Coding','Gardening','Glazing','Knitting','Masonry','Weaving']; let has = ['Cooking']
function draw() { $('.chips').innerHTML = has.map((s) => '<span class="chip">' + s + '<b data-s="' + s + '">✕</b></span>').join('')
  $$('.chip b').forEach((b) => b.onclick = () => { has = has.filter((s) => s !== b.dataset.s); draw() }) }
const menu = $('.menu'), box = $('.ms-in')
const open = () => { const word = box.value.toLowerCase(); menu.innerHTML = ALL.filter((s) => !has.includes(s) && s.toLowerCase().includes(word)).map((s) => '<div>' + s + '</div>').join(''); menu.style.display = 'block'
  $$('div', menu).forEach((d) => d.onmousedown = (e) => { e.preventDefault(); has.push(d.textContent); box.value = ''; menu.style.display = 'none'; draw() }) }
box.onfocus = open; box.onclick = open; box.oninput = () => setTimeout(open, 120); box.onblur = () => { menu.style.display = 'none' }
$('.sv').onclick = async () => { await send('/api/profile', { name: $('.nm').value, skills: has, languages: [...$('.lg').selectedOptions].map((o) => o.value) }); $('.st').textContent = 'Profile saved' }
draw()`

/** Several values as chips, and several in a list. */
export const chipSelect: Flow = {
  name: 'chip-select',
  kind: 'multi-select',
  pages: { '/profile': page({ title: 'Profile', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Add the skills Weaving and Masonry, remove Cooking, and save the profile'],
      expect: {
        sent: [
          { path: '/api/profile', body: { name: 'Rowan', skills: ['Weaving', 'Masonry'], languages: [] } },
        ],
      },
      async solve(tab) {
        for (const skill of ['Weaving', 'Masonry']) {
          await tab.click('.ms-in')
          await tab.click(`.menu >> text=${skill}`)
        }
        await tab.click('[data-s=Cooking]')
        await tab.click('.sv')
      },
    },
    {
      prompts: ['Change the display name to Rowan Ash, select Irish and Welsh as languages, and save'],
      expect: {
        sent: [
          {
            path: '/api/profile',
            body: { name: 'Rowan Ash', skills: ['Cooking'], languages: ['Irish', 'Welsh'] },
          },
        ],
      },
      async solve(tab) {
        await tab.fill('.nm', 'Rowan Ash')
        await tab.selectOption('.lg', ['Irish', 'Welsh'])
        await tab.click('.sv')
      },
    },
  ],
}
