import type { Remote, RemoteObject, RemoteRun, RemoteValue } from '../../browser/browser.ts'
import { HIDDEN, isForSecrets } from '../secrets.ts'
import type { Recorder } from './create-recorder.ts'
import { tellCall } from './tell-call.ts'
import type { ToldCall } from './tell-call.ts'

/** The same objects; calls of programs that change the page are recorded. */
export function recordRemote(remote: Remote, recorder: Recorder): Remote {
  return {
    ...remote,
    open(wish) {
      const types = new Map<number, string>()
      const learn = (objects: RemoteObject[]) =>
        objects.forEach(({ object, type }) => types.set(object, type))
      const run = remote.open({
        ...wish,
        hear(event) {
          learn(event.objects)
          return wish.hear(event)
        },
      })
      learn(run.objects)

      async function call(question: unknown) {
        const answer = await run.call(question)
        learn(answer.objects)
        return answer
      }

      return {
        ...run,
        async call(question) {
          const told = tellCall(question, (object) => types.get(object))
          if (!told) return await call(question)
          const { type, target, value, typed } = told
          // Keys may move the focus; an element may not be there before something was done to it.
          const before = typed?.to === 'focus' ? await isSecret(run, typed.question) : undefined
          return await recorder.record(
            () => call(question),
            async (hasFailed) => {
              if (!typed || value === undefined) return { type, target, value }
              const isHidden = before ?? (hasFailed || (await isSecret(run, typed.question)))
              if (isHidden) recorder.hide(value)
              return { type, target, value: isHidden ? HIDDEN : value }
            },
          )
        },
      }
    },
  }
}

/** Asks the page whether a field is made for secrets. When it does not tell, it may be. */
async function isSecret(
  run: RemoteRun,
  question: NonNullable<ToldCall['typed']>['question'],
): Promise<boolean> {
  const { value } = await run.call(question).catch(() => ({ value: null as RemoteValue }))
  if (!Array.isArray(value)) return true
  const [type, name] = value.map(String)
  return isForSecrets({ type, name: name ?? '' })
}
