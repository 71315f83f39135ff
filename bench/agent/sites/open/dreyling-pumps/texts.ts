export const SERVICE = `<p>Every Dreyling pump comes with a warranty of 36 months from the date of purchase. Wear parts such as mechanical seals are excluded.</p><h2>Repairs</h2><p>Send the pump to Dreyling Pumpenbau GmbH, Service, Halberstädter Straße 12, 33106 Paderborn. An estimate costs €45, which we take off the repair.</p><p>Service hotline: +49 5251 555 84, Monday to Thursday 7:30 to 16:00, Friday to 13:00.</p>`

export const DOWNLOADS = `<ul role="list"><li>General catalogue 2026 (PDF, 8.4 MB)</li><li>Declaration of conformity, RV series (PDF, 0.3 MB)</li><li><a href="/documents/kd-manual-2019.pdf">Operating manual KD, 2019 edition</a></li></ul>`

export const ABOUT = `<p>Wilhelm Dreyling built his first pump from a washing machine motor in 1957. Today his granddaughter Katrin Dreyling-Voss runs the company, with 143 people and a foundry of its own.</p><h2>Figures</h2><p>In 2025 we made 61,000 pumps; 58 percent of them left Germany.</p>`

export const CAREERS = `<p>We are looking for a foundry mechanic, full-time, and for an export sales assistant with Polish.</p>`

export const CONTACT = `<p>Dreyling Pumpenbau GmbH<br/>Halberstädter Straße 10<br/>33106 Paderborn, Germany</p><p>Phone: +49 5251 555 0<br/>Sales: <a href="mailto:sales@dreyling.example">sales@dreyling.example</a></p>`

export const PRIVACY = `<p>We use cookies that need your consent. Responsible: Katrin Dreyling-Voss. Enquiries are deleted after 24 months.</p>`
