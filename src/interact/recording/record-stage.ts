import type { Deed, Stage, ViewElement } from '../../browser/browser.ts'
import type { PromptWishes } from '../run.ts'
import { createSecrets, HIDDEN, isForSecrets } from '../secrets.ts'
import type { Recorder, Told } from './create-recorder.ts'

const UNRECORDED = new Set<string>(['wait', 'focus'])

type Instruction = { prompt: string } & Pick<PromptWishes, 'variables'>

export function recordStage(
  stage: Stage,
  recorder: Recorder,
  { prompt, variables = {} }: Instruction,
): Stage {
  const secrets = createSecrets(prompt)
  for (const value of Object.values(variables)) if (typeof value === 'string') recorder.hide(value)
  let elements: ReadonlyMap<string, ViewElement> = new Map()
  let caret: string | undefined

  function tell(deed: Deed): Told {
    const { ref, from, to, ...given } = deed as DeedFields
    const target = elements.get(ref ?? from ?? '')
    const field = elements.get(ref ?? caret ?? '')
    const typed = isNamedKey(given.key) ? undefined : (given.value ?? given.text ?? given.key)
    const value = typed ?? given.key ?? given.url ?? given.labels?.join(', ')
    // Text that goes into an unknown field may be a secret.
    const isSecret = typed !== undefined && (!field || isForSecrets(field))
    if (isSecret) recorder.hide(typed)
    else if (value !== undefined) secrets.use(value, false)
    const end = elements.get(to?.ref ?? '')
    return {
      type: deed.do,
      ...(target && { target: end ? `${named(target)} to ${named(end)}` : named(target) }),
      ...(value !== undefined && { value: isSecret ? HIDDEN : secrets.masked(value) }),
      ...(given.on !== undefined && { value: given.on ? 'on' : 'off' }),
    }
  }

  return {
    ...stage,
    async look(signal) {
      const view = await stage.look(signal)
      elements = new Map(view.elements.map((element) => [element.ref, element]))
      caret = view.focused
      return view
    },
    async act(deed, signal, ready) {
      if (UNRECORDED.has(deed.do)) return await stage.act(deed, signal, ready)
      const told = tell(deed)
      caret = (deed as DeedFields).ref ?? caret
      await recorder.record(
        () => stage.act(deed, signal, ready),
        async () => told,
      )
    },
  }
}

interface DeedFields {
  ref?: string
  from?: string
  to?: { ref?: string }
  value?: string
  text?: string
  key?: string
  url?: string
  labels?: string[]
  on?: boolean
}

/** `Enter` and `Control+a` say nothing of what was typed. */
function isNamedKey(key: string | undefined): boolean {
  return key !== undefined && key.length > 1
}

function named({ role, name, text }: ViewElement): string {
  return `${role} "${name || text}"`
}
