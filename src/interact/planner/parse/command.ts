export type Command = Operation & {
  said: string
  /** The command is carried out only if this is on the page: `If a cookie banner appears, …`. */
  condition?: Target[]
}

/** `place` is where it is carried out: `Under My loans, renew …`. */
export type Operation = OperationKinds & { place?: Target[] }

export type OperationOf<Do extends Operation['do']> = Extract<Operation, { do: Do }>

type OperationKinds =
  /** Press an element. With `verb` the verb is part of its name: `save the changes`, `delete the row "Knob"`. */
  | { do: 'press'; targets: Target[]; verb?: string; times: number; button?: 'right'; isDouble?: boolean }
  /** Put values into controls, on as many pages as it takes. `whole` is all as one value: `Bed and Breakfast`. */
  | { do: 'put'; inputs: FormInput[]; whole?: FormInput; isChoice?: boolean }
  /** Put values, go on to the last page of the form, and press the control that `verb` and `object` name. */
  | { do: 'form'; verb: string; object: string; inputs: FormInput[] }
  | { do: 'add'; verb: string; noun: string; values: string[] }
  | { do: 'key'; key: string; times: number }
  | { do: 'search'; query: string; field: Target[] | undefined }
  | { do: 'signIn'; user: string; password: string }
  | { do: 'sort'; by: string; descending: boolean | undefined }
  | { do: 'filter'; inputs: FormInput[] }
  | { do: 'page'; number: number | 'next' | 'previous' | 'first' | 'last' }
  | { do: 'cookies'; accept: boolean }
  | { do: 'close'; targets: Target[] }
  | { do: 'answer'; accept: boolean; targets: Target[] }
  | { do: 'hover'; targets: Target[] }
  | { do: 'download'; targets: Target[] }
  | { do: 'upload'; file: string; targets: Target[] | undefined }
  | { do: 'scroll'; to: 'top' | 'bottom' | 'up' | 'down' | Target[] }
  | { do: 'wait'; ms: number }
  | { do: 'waitFor'; targets: Target[]; isGone: boolean }
  | { do: 'goto'; url: string }
  | { do: 'back'; targets: Target[] | undefined }
  | { do: 'forward' | 'reload' }
  | { do: 'repeat'; operation: Operation; until: string }
  | { do: 'stopAt'; page: string }
  /** Answer a question, on each page of the list that is shown if asked for. */
  | { do: 'tell'; question: string; onEachPage?: true }

export interface Target {
  name: string
  isQuoted?: boolean
  kind?: string
  /** 1 is the first, -1 the last. */
  ordinal?: number
  place?: Target
}

/** One value to enter, with the ways to read it. Without a key the field is found from the words: `first name Tariq`. */
export interface FormInput {
  said: string
  /** The text in quotes, if there is one: no reading cuts it. */
  quoted?: string
  interpretations: { key: string; value: string }[]
  targets: Target[]
  on?: boolean
  /** What joined it to the fact before: a value such as `salt and pepper` may have been split. */
  connector: string
}
