/** What the forum itself is called in the way to a page. */
export const HOME = { name: 'Forums', path: '/' }

export const TERMS = `<p>HiveTalk is run by volunteers of the Marl Beekeepers Association. By registering you agree to be civil.</p><ol><li>You need ten messages before you can post in Buy, Sell &amp; Swap.</li><li>Colonies for sale must have been inspected within 30 days.</li><li>Links to shops are removed, except those of sponsors.</li></ol>`

export const PRIVACY = `<p>We keep the address of your computer for 90 days and your e-mail address for as long as you have an account. Data protection contact: Ruth Amory.</p>`
