import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="ed"><h1>New post</h1><input class="tt" placeholder="Title"><div class="tb"><button data-c="bold" title="Bold"><b>B</b></button><button data-c="italic" title="Italic"><i>I</i></button><button data-c="insertUnorderedList" title="Bulleted list">•</button></div>
<div class="area" contenteditable="true" data-ph="Tell your story…"></div><div class="ft"><label>Visibility <select class="vis"><option>Everyone</option><option>Followers</option><option>Only me</option></select></label> <button class="pub">Publish</button> <button class="dr">Save draft</button></div><p class="st"></p></main>`

const STYLE = `.ed{max-width:680px;margin:24px auto}.tt{width:100%;font-size:24px;border:0;border-bottom:1px solid #ccc}.tb button{width:34px;height:30px}.area{border:1px solid #ccc;min-height:150px;padding:12px}.area:empty:before{content:attr(data-ph);color:#999}`

const SCRIPT = `
$$('.tb button').forEach((b) => { b.onmousedown = (e) => e.preventDefault(); b.onclick = () => document.execCommand(b.dataset.c) })
const post = (kind) => send('/api/' + kind, { title: $('.tt').value, html: $('.area').innerHTML, text: $('.area').innerText.trim(), visibility: $('.vis').value })
$('.pub').onclick = async () => { await post('posts'); $('.st').textContent = 'Published just now' }
$('.dr').onclick = async () => { await post('drafts'); $('.st').textContent = 'Draft saved' }`

/** An editor that is no field to the browser. */
export const richText: Flow = {
  name: 'rich-text',
  kind: 'rich text editor',
  pages: { '/new': page({ title: 'New post', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Write a post with the title "First frost" and the text "The pond froze overnight.", visible to followers only, and publish it',
      ],
      expect: {
        sent: [
          {
            path: '/api/posts',
            body: { title: 'First frost', text: 'The pond froze overnight.', visibility: 'Followers' },
          },
        ],
      },
      async solve(tab) {
        await tab.fill('.tt', 'First frost')
        await tab.fill('.area', 'The pond froze overnight.')
        await tab.selectOption('.vis', 'Followers')
        await tab.click('.pub')
      },
    },
    {
      prompts: ['Type "Hello harbour" into the story, select all of it, make it bold and save the draft'],
      expect: {
        sent: [{ path: '/api/drafts', body: { html: '<b>Hello harbour</b>' } }],
        shows: ['Draft saved'],
      },
      async solve(tab) {
        await tab.click('.area')
        await tab.keyboard.type('Hello harbour')
        await tab.keyboard.press('Control+a')
        await tab.click('[title=Bold]')
        await tab.click('.dr')
      },
    },
  ],
}
