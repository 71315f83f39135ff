import type { PromptOutcome } from '../../run.ts'
import { createSecrets, isSecretName } from '../../secrets.ts'
import type { Secrets } from '../../secrets.ts'
import type { Step } from '../step.ts'

/** Makes an outcome fit to be told: without what the instruction says only for fields that nobody reads. */
export function secretKeeper(
  prompt: string,
  steps: readonly Step[],
): (outcome: PromptOutcome) => PromptOutcome {
  const secrets = createSecrets(prompt)
  for (const step of steps) learn(step, secrets)
  return ({ output, actions, ...rest }) => ({
    ...rest,
    output: secrets.masked(output),
    actions: actions.map(({ type, ...told }) => ({ type, ...maskedAll(told, secrets) })),
  })
}

function learn(step: Step, secrets: Secrets): void {
  if (step.do === 'logIn') secrets.use(step.password, true)
  else if (step.do === 'fill') secrets.use(step.value.text, isSecretName(step.target?.words ?? ''))
  else if (step.do === 'act')
    for (const { role, value } of step.details ?? []) secrets.use(value.text, isSecretName(role))
  else if (step.do === 'repeat') for (const inner of step.steps) learn(inner, secrets)
}

function maskedAll(told: Record<string, string>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(Object.entries(told).map(([key, text]) => [key, secrets.masked(text)]))
}
