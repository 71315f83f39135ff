import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="rc"><h1><span class="hd">Plum cake</span> <button class="pen" title="Edit title">✎</button></h1><h3>Ingredients</h3><ul class="ing"><li>500 g plums</li><li>200 g flour</li></ul><div class="ad"><input placeholder="New ingredient"><button>Add</button></div><h3>Notes</h3><div class="nt" contenteditable role="textbox" aria-multiline="true" aria-label="Notes">Bake at 180 degrees.</div><div class="tags"><span class="tag">cake <i>x</i></span><span class="tag">autumn <i>x</i></span></div><button class="save">Save recipe</button><p class="st"></p></div>`

const STYLE = `.rc{max-width:560px;margin:20px auto}.nt{border:1px solid #ccc;padding:10px;min-height:80px}.tag{background:#efe;padding:3px 8px;border-radius:10px;margin:4px}.tag i{cursor:pointer;color:#a00}.tags{margin:12px 0}`

const SCRIPT = `
$('.pen').onclick = () => { const h = $('.hd'), box = document.createElement('input'); box.value = h.textContent; box.setAttribute('aria-label', 'Title'); h.replaceWith(box); box.focus(); box.onblur = () => { h.textContent = box.value; box.replaceWith(h) }; box.onkeydown = (e) => { if (e.key === 'Enter') box.blur() } }
$('.ad button').onclick = () => { const v = $('.ad input').value.trim(); if (!v) return; $('.ing').insertAdjacentHTML('beforeend', '<li>' + v + '</li>'); $('.ad input').value = '' }
$$('.tag i').forEach((i) => i.onclick = () => i.parentNode.remove())
$('.save').onclick = async () => { document.activeElement.blur(); await send('/recipe', { title: $('.hd').textContent, ingredients: $$('.ing li').map((l) => l.textContent), notes: $('.nt').innerText.trim(), tags: $$('.tag').map((t) => t.firstChild.data.trim()) }); $('.st').textContent = 'Saved' }`

/** A title that turns into a field, notes in an editor, tags that can be taken off. */
export const recipeEditor: Flow = {
  name: 'recipe-editor',
  kind: 'inline editing',
  pages: { '/recipe': page({ title: 'Recipe', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Edit the title to "Plum crumble", add the ingredient "100 g oats", remove the tag cake and save the recipe',
      ],
      expect: {
        sent: [
          {
            path: '/recipe',
            body: {
              title: 'Plum crumble',
              ingredients: ['500 g plums', '200 g flour', '100 g oats'],
              tags: ['autumn'],
            },
          },
        ],
      },
      async solve(tab) {
        await tab.click('.pen')
        await tab.fill('[aria-label=Title]', 'Plum crumble')
        await tab.keyboard.press('Enter')
        await tab.fill('.ad input', '100 g oats')
        await tab.click('.ad button')
        await tab.click('.tag:has-text("cake") i')
        await tab.click('.save')
      },
    },
    {
      prompts: ['Replace the notes with "Bake for 40 minutes." and save'],
      expect: { sent: [{ path: '/recipe', body: { title: 'Plum cake', notes: 'Bake for 40 minutes.' } }] },
      async solve(tab) {
        await tab.fill('.nt', 'Bake for 40 minutes.')
        await tab.click('.save')
      },
    },
  ],
}
