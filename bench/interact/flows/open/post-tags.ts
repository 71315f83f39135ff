import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `body{display:grid;grid-template-columns:1fr 300px;min-height:100vh}.ed{padding:32px}.ed h1{outline:0;border-bottom:1px dashed #ccc}.side{background:#f6f7f7;padding:20px;border-left:1px solid #ddd}.tags{display:flex;flex-wrap:wrap;gap:6px;border:1px solid #8c8f94;background:#fff;padding:6px;border-radius:3px}.tag{background:#dcdcde;border-radius:12px;padding:2px 4px 2px 10px;display:inline-flex;gap:4px}.tag svg{width:14px;cursor:pointer}.tags input{border:0;flex:1;min-width:80px;outline:0}.pub{background:#2271b1;color:#fff;border:0;padding:8px 18px;border-radius:3px}.snack{position:fixed;left:20px;bottom:20px;background:#1e1e1e;color:#fff;padding:12px 18px}`

const BODY = `<div class="ed"><h1 contenteditable="true" aria-label="Add title">Barley broth for cold days</h1><p>Start with the onions, and do not hurry them.</p></div><div class="side"><button class="pub">Update</button><h4>Tags</h4><div class="tags"><input id="new-tag" aria-label="Add new tag"></div><small>Separate with commas or the Enter key.</small><h4>Discussion</h4><label><input type="checkbox" id="comments" checked> Allow comments</label></div>`

const SCRIPT = `
let tags = ['barley', 'draft', 'onion']
function draw() {
  $$('.tag').forEach((one) => one.remove())
  $('#new-tag').before(...tags.map((tag) => {
    const chip = document.createElement('span')
    chip.className = 'tag'
    chip.innerHTML = '<span>' + tag + '</span><svg viewBox="0 0 14 14"><path d="M3 3l8 8M11 3l-8 8" stroke="#555"/></svg>'
    $('svg', chip).onclick = () => { tags = tags.filter((one) => one !== tag); draw() }
    return chip
  }))
}
function add() {
  for (const word of $('#new-tag').value.split(',').map((one) => one.trim()).filter(Boolean)) if (!tags.includes(word)) tags.push(word)
  $('#new-tag').value = ''
  draw()
}
$('#new-tag').onkeydown = (event) => {
  if (event.key === 'Enter' || event.key === ',') { event.preventDefault(); add() }
  if (event.key === 'Backspace' && !event.target.value) { tags.pop(); draw() }
}
$('.pub').onclick = async () => {
  $('.pub').textContent = 'Updating…'
  await send('/posts/88', { title: $('h1').textContent.trim(), tags: [...tags].sort(), comments: $('#comments').checked })
  $('.pub').textContent = 'Update'
  const snack = document.createElement('div')
  snack.className = 'snack'
  snack.textContent = 'Post updated.'
  document.body.append(snack)
}
draw()
`

/** Tags become one with Enter, and go by a cross without a name. */
export const postTags: Flow = {
  name: 'post-tags',
  kind: 'tag input',
  pages: { '/edit/88': page({ title: 'Edit post', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Add the tags "winter" and "soup", remove the tag "draft" and update the post.'],
      expect: {
        sent: [
          {
            path: '/posts/88',
            body: {
              title: 'Barley broth for cold days',
              tags: ['barley', 'onion', 'soup', 'winter'],
              comments: true,
            },
          },
        ],
      },
      async solve(tab) {
        await tab.fill('#new-tag', 'winter')
        await tab.press('#new-tag', 'Enter')
        await tab.fill('#new-tag', 'soup')
        await tab.press('#new-tag', 'Enter')
        await tab.click('.tag:has-text("draft") svg')
        await tab.click('.pub')
      },
    },
    {
      prompts: ['change the title to Barley broth with leeks', 'now dissallow comments, then press Update'],
      expect: {
        sent: [
          {
            path: '/posts/88',
            body: {
              title: 'Barley broth with leeks',
              tags: ['barley', 'draft', 'onion'],
              comments: false,
            },
          },
        ],
        shows: ['Post updated.'],
      },
      async solve(tab) {
        await tab.fill('h1', 'Barley broth with leeks')
        await tab.uncheck('#comments')
        await tab.click('.pub')
      },
    },
  ],
}
