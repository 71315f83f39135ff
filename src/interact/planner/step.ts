/** What one part of an instruction asks for. Steps are carried out in order. `said` is the part it was read from, as it stands; with `if` it is done only when that is there. `others`, on the first step of a part, are other ways to read the whole part: an empty one asks for nothing. */
export type Step = Deed & { said?: string; if?: Target; others?: Step[][] }

type Deed =
  /** `through` is what to open or leaf through to come upon it: the tabs, the sections, the pages. `order` is that of several: `in ascending order`. */
  | {
      do: 'click'
      target: Target
      count?: number
      button?: 'right' | 'middle'
      through?: Target
      order?: string
    }
  | { do: 'hover'; target: Target }
  | { do: 'focus'; target: Target }
  /** Comes upon something without using it: `find the e-mail by Bob`. What follows happens to it or within it. */
  | { do: 'find'; target: Target; through?: Target }
  /** Puts a value into one field. `target` is missing where the sentence names none: `type "hello"`. */
  | { do: 'fill'; target: Target | undefined; value: Value; then?: 'enter' }
  /** Chooses in a list, a group of choices, a menu, an autocomplete, a calendar, a slider: whatever the target proves to be. */
  /** `whole` is what two values were taken from at an `and`: it may be one name, `Antigua and Barbuda`. */
  | { do: 'choose'; values: Value[]; target: Target | undefined; whole?: string }
  | { do: 'check'; targets: Target[]; on: boolean; exactly?: boolean }
  | { do: 'submit'; target: Target | undefined }
  /** `details` where more is said than words to look for: `flights from Rome to Paris on 5 May`. The first, `what`, is what is looked for. */
  | { do: 'search'; query: string; details?: Detail[] }
  | { do: 'open'; target: Target }
  /** `besides` are ticks that may belong to the log-in form: `keep me signed in`. */
  | { do: 'logIn'; user: string; password: string; besides?: Step[] }
  | { do: 'page'; number: number | 'next' | 'previous' | 'first' | 'last' }
  | { do: 'expand' | 'collapse'; target: Target }
  | { do: 'close'; target: Target | undefined }
  | { do: 'cookies'; accept: boolean }
  | { do: 'drag'; target: Target; to: Place }
  | { do: 'resize'; target: Target; by: Place }
  /** Puts things in order, by dragging or by what the page offers for it. */
  | { do: 'sort'; target: Target; descending: boolean; by?: string }
  | { do: 'highlight'; target: Target }
  /** Gives text a look, as in an editor: bold, italics, a colour. */
  | { do: 'style'; target: Target; style: string }
  | { do: 'draw'; words: string }
  | { do: 'copy'; from: Target; to: Target | undefined }
  /** Puts what was copied last into a field. */
  | { do: 'paste'; target: Target | undefined }
  /** `within` is what is scrolled, where it is not the page. */
  | {
      do: 'scroll'
      to: Target | 'top' | 'bottom' | 'up' | 'down' | 'left' | 'right'
      within?: Target
    }
  | { do: 'press'; key: string; count?: number }
  | { do: 'dialog'; accept: boolean; text?: string }
  | { do: 'goto'; url: string }
  | { do: 'back' | 'forward' | 'reload' }
  /** `gone` waits until it is no longer there. */
  | { do: 'wait'; ms?: number; for?: Target; gone?: boolean }
  /** `as` is the kind of file: `as a PDF`. */
  | { do: 'download'; target: Target; as?: string }
  /** Asks what the page says; the answer is the output. */
  | { do: 'read'; question: string; target?: Target }
  /**
   * A verb of the page's own trade: delete, reply, forward, like, buy, book, create, add. Its control is likely called so;
   * `details` are what the sentence says besides, in the order said: `to` Ann, `with` a text, `named` Lunch, `on` a date.
   * `when` is what must hold before it is done: `when the price is below $5`.
   */
  | { do: 'act'; verb: string; target: Target | undefined; details?: Detail[]; when?: string }
  /** Repeats steps until something holds: `load more until the list has 50 items`. */
  | { do: 'repeat'; steps: Step[]; until: string }
  /** What an instruction tells without asking for it: it may serve a form, and never fails. */
  | { do: 'tell'; words: string; facts: Fact[] }
  /** One more or one less, so many times: `increase the temperature twice`. */
  | { do: 'nudge'; target: Target | undefined; up: boolean; count: number }
  /** What was not understood, in its own words; the planner tries what it can and says so otherwise. */
  | { do: 'unclear'; words: string }

/** A value, and whether it was quoted: then it is exactly this. `from` is a value that is read off the page first. */
export interface Value {
  text: string
  quoted: boolean
  from?: Target
  /** What of `from` is meant, where it is not its text: how many there are, or the answer to what it asks. */
  as?: 'count' | 'answer'
  /** The value as a thing on the page, where it is described rather than named: `the second option`, `all shades of blue`. */
  thing?: Target
  /** The way through nested menus: `File > Save as > PDF`. */
  path?: string[]
}

/** What something is, as an instruction tells it: `my phone number is 555 0143`. */
export interface Fact {
  target: Target
  value: Value
}

/** One more thing said about an act. `role` is the word that leads it in, in English: to, with, from, on, at, named, as, in, for, by. */
export interface Detail {
  role: string
  value: Value
}

/** A thing on the page, as a sentence describes it. */
export interface Target {
  /** What it is called, without articles and nouns of kinds: `the big red "Save" button` → `Save`. Empty when only its kind is said. */
  words: string
  quoted: boolean
  /** The noun of its kind as ARIA would call it: button, link, textbox, checkbox, radio, combobox, tab, menuitem, heading, image, row, dialog, … */
  kind?: string
  /** `first` is 1, `last` is -1. */
  ordinal?: number
  all?: boolean
  /** How many of them: `2 posts`. */
  count?: number
  /** Those that are not meant: `all except the first`. */
  except?: Target[]
  /** What was meant last: `it`, `that email`, `them`. */
  same?: boolean
  /** When nothing has the whole name, these in turn: `Save and Close`. */
  parts?: Target[]
  /** Colour, size, shape, state, position on the page: in plain words. */
  traits?: string[]
  /** What it stands to: `in the row of "Bob"`, `below the heading "News"`, `next to "Price"`. */
  relations?: {
    how: 'in' | 'near' | 'below' | 'above' | 'left' | 'right' | 'of' | 'before' | 'after' | 'between'
    target: Target
  }[]
  /** What it must say besides its name: `the item whose price is lowest`. */
  condition?: string
}

/** `how` says where beside the target, where it is not into it or onto it. */
export type Place =
  | { target: Target; how?: 'above' | 'below' | 'before' | 'after' | 'left' | 'right' | 'near' | 'between' }
  | { words: string }
