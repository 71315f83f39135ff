import { originOf } from '../../../site.ts'

const ORIGIN = originOf('whatson-brennick')

export const BOX_OFFICE = `<p>You can book by phone, online or in person at the desk in the Guildhall, 2 Market Cross.</p><h2>Opening hours</h2><figure class="wp-block-table"><table><tbody><tr><td>Monday to Friday</td><td>10 am – 5.30 pm</td></tr><tr><td>Saturday</td><td>10 am – 2 pm</td></tr><tr><td>Sunday</td><td>Closed</td></tr></tbody></table></figure><p>Phone: 01632 960 088</p><h2>Fees and refunds</h2><p>There is a booking fee of £1.50 per order, not per ticket. Tickets are exchanged up to 48 hours before the event. We can’t refund tickets for events that go ahead.</p>`

export const ABOUT = `<p>What’s On Brennick is run by the Brennick Culture Partnership, a registered charity (no. 1189340). It was started in 2014 by Hattie Lomond, who still edits it.</p><p>To list your event, write to <a href="mailto:listings@whatsonbrennick.example">listings@whatsonbrennick.example</a> at least three weeks ahead.</p>`

export const JOBS = `<h2>Marketing assistant</h2><p>Part-time, 22.5 hours a week, £26,400 a year pro rata. Apply by 28 August 2026.</p><h2>Volunteer stewards</h2><p>For the Lantern Parade. We pay for your supper.</p>`

export const PRIVACY = `<p>Our website address is: ${ORIGIN}. When visitors leave comments on the site we collect the data shown in the comments form. We keep order details for six years.</p>`
