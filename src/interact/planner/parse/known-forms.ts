import { wordsOf } from '../match/words.ts'

/** Forms of commands that the planner knows, for messages. */
const FORMS = `click "Save"; click "Remove" next to "Lena Fischer"; type "tent" into "Search";
fill in the form with: name=Ann, email=ann@site.example; select "Norway" as "Country"; set "Guests" to 2;
tick "I agree"; untick "Newsletter"; search for "lamp"; log in with user "ann" and password "…";
sort by price ascending; filter by status Open; go to page 3; open the first result; go back; press Enter;
hover over "Menu"; scroll to the bottom; wait for "Results"; accept cookies; download "report.pdf";
click "Load more" until it disappears; tell me the price; list the titles; count the rows`.split(/;\s/)

/** Names the known forms that share most words with a clause. */
export function nearestForms(clause: string): string {
  const said = new Set(wordsOf(clause))
  const shared = (form: string) => wordsOf(form).filter((word) => said.has(word)).length
  const near = FORMS.toSorted((a, b) => shared(b) - shared(a))
  return `Known forms: ${near.slice(0, 3).join('; ')}.`
}
