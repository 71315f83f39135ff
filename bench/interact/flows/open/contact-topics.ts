import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="ct"><h1>Write to us</h1><div class="tp"><span class="lab">Topics</span><button type="button" class="pill">Billing</button><button type="button" class="pill">Delivery</button><button type="button" class="pill">Returns</button><button type="button" class="pill">Something else</button></div>
<div class="g2"><div><span class="lab">Your name *</span><input class="i" id="n"></div><div><span class="lab">Email *</span><input class="i" id="e"></div></div><div><span class="lab">Order number (optional)</span><input class="i" id="o"></div><div><span class="lab">Message *</span><textarea class="i" id="m" rows="6"></textarea></div><div class="rate"><span class="lab">How was your experience so far?</span><div class="st" role="radiogroup">${[1, 2, 3, 4, 5].map((n) => `<label><input type="radio" name="s" value="${n}" class="vh" aria-label="${n} stars">★</label>`).join('')}</div></div><button class="snd">Send message</button><p class="rs"></p></div>`

const STYLE = `.ct{max-width:620px;margin:20px auto}.lab{display:block;font-size:12px;margin-top:12px}.i{width:100%;padding:8px}.g2{display:grid;grid-template-columns:1fr 1fr;gap:12px}.pill{border:1px solid #777;border-radius:20px;background:#fff;padding:6px 14px;margin:4px}.pill.on{background:#246;color:#fff}.vh{position:absolute;opacity:0}.st label{font-size:26px;color:#bbb;cursor:pointer}.st label:has(:checked){color:#e90}`

const SCRIPT = `
$$('.pill').forEach((p) => p.onclick = () => p.classList.toggle('on'))
$('.snd').onclick = async () => { if (!$('#n').value || !$('#e').value || !$('#m').value) { $('.rs').textContent = 'Please fill in all required fields.'; return }
  await send('/messages', { topics: $$('.pill.on').map((p) => p.textContent), name: $('#n').value, email: $('#e').value, order: $('#o').value, message: $('#m').value, stars: +($('[name=s]:checked')?.value ?? 0) }); $('.rs').textContent = 'Message sent. Ticket T-3008.' }`

/** A contact form whose labels are not tied to their fields, with pills and stars. */
export const contactTopics: Flow = {
  name: 'contact-topics',
  kind: 'contact form',
  pages: { '/contact': page({ title: 'Contact', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Select the topics Delivery and Returns, enter name "Bo Halvorsen", email bo@halvorsen.example, order number 20991 and the message "The lamp arrived broken. Please send a new one.", give 2 stars and send the message.',
      ],
      expect: {
        sent: [
          {
            path: '/messages',
            body: {
              topics: ['Delivery', 'Returns'],
              name: 'Bo Halvorsen',
              email: 'bo@halvorsen.example',
              order: '20991',
              message: 'The lamp arrived broken. Please send a new one.',
              stars: 2,
            },
          },
        ],
      },
      async solve(tab) {
        await tab.click('text=Delivery')
        await tab.click('text=Returns')
        await tab.fill('#n', 'Bo Halvorsen')
        await tab.fill('#e', 'bo@halvorsen.example')
        await tab.fill('#o', '20991')
        await tab.fill('#m', 'The lamp arrived broken. Please send a new one.')
        await tab.click('.st label >> nth=1')
        await tab.click('.snd')
      },
    },
    {
      prompts: ['press send message and tell me what it says'],
      expect: { shows: ['Please fill in all required fields.'], output: ['required fields'] },
      solve: (tab) => tab.click('.snd'),
    },
  ],
}
