import type { Detail, Place, Step, Target, Value } from '../step.ts'

/** Steps as one short line, so that a table can say what a sentence is to be read as. Passwords are shown: for tests only. */
export function tellSteps(steps: Step[]): string {
  return steps.map((step) => tellStep(step) + (step.if ? ` if(${tellTarget(step.if)})` : '')).join('; ')
}

type Teller = { [Do in Step['do']]?: (step: Extract<Step, { do: Do }>) => (string | undefined | false)[] }

const TELL: Teller = {
  click: (step) => [
    step.button ? `${step.button}-click` : 'click',
    tellTarget(step.target),
    step.count === undefined ? undefined : `x${step.count}`,
    step.order && `order ${step.order}`,
    step.through && `through(${tellTarget(step.through)})`,
  ],
  find: (step) => ['find', tellTarget(step.target), step.through && `through(${tellTarget(step.through)})`],
  fill: (step) => ['fill', step.target && tellTarget(step.target), `= ${tellValue(step.value)}`],
  choose: (step) => [
    'choose',
    step.values.map(tellValue).join(', '),
    step.target && `in ${tellTarget(step.target)}`,
    step.whole && `whole '${step.whole}'`,
  ],
  check: (step) => [
    step.on ? 'check' : 'uncheck',
    step.targets.map(tellTarget).join(', '),
    step.exactly && 'exactly',
  ],
  search: (step) => [`search '${step.query}'`, tellDetails(step.details)],
  logIn: (step) => [`logIn ${step.user} / ${step.password}`],
  page: (step) => [`page ${step.number}`],
  cookies: (step) => ['cookies', step.accept ? 'yes' : 'no'],
  drag: (step) => ['drag', tellTarget(step.target), '->', tellPlace(step.to)],
  resize: (step) => ['resize', tellTarget(step.target), 'by', tellPlace(step.by)],
  sort: (step) => [
    'sort',
    tellTarget(step.target),
    step.by && `by '${step.by}'`,
    step.descending && 'descending',
  ],
  style: (step) => ['style', tellTarget(step.target), `'${step.style}'`],
  draw: (step) => [`draw '${step.words}'`],
  tell: (step) => [
    'tell',
    step.facts.map(({ target, value }) => `${tellTarget(target)} = ${tellValue(value)}`).join(', ') ||
      `'${step.words}'`,
  ],
  nudge: (step) => [step.up ? 'up' : 'down', step.target && tellTarget(step.target), `x${step.count}`],
  download: (step) => ['download', tellTarget(step.target), step.as && `as ${step.as}`],
  unclear: (step) => [`unclear '${step.words}'`],
  copy: (step) => ['copy', tellTarget(step.from), step.to && `-> ${tellTarget(step.to)}`],
  scroll: (step) => [
    'scroll',
    typeof step.to === 'string' ? step.to : tellTarget(step.to),
    step.within && `within(${tellTarget(step.within)})`,
  ],
  press: (step) => ['press', step.key, step.count === undefined ? undefined : `x${step.count}`],
  dialog: (step) => ['dialog', step.accept ? 'yes' : 'no', step.text && `'${step.text}'`],
  goto: (step) => ['goto', step.url],
  wait: (step) => [
    'wait',
    step.ms === undefined ? undefined : String(step.ms),
    step.for && `${step.gone ? 'gone' : 'for'}(${tellTarget(step.for)})`,
  ],
  read: (step) => [`read '${step.question}'`],
  act: (step) => [
    `act ${step.verb}`,
    step.target && tellTarget(step.target),
    tellDetails(step.details),
    step.when && `when '${step.when}'`,
  ],
  repeat: (step) => [`repeat(${tellSteps(step.steps)}) until '${step.until}'`],
}

function tellStep(step: Step): string {
  const tell = TELL[step.do] as ((step: Step) => (string | undefined | false)[]) | undefined
  const target = 'target' in step && step.target ? tellTarget(step.target) : undefined
  const parts = tell ? tell(step) : [step.do, target]
  return parts.filter((part) => part).join(' ')
}

function tellDetails(details: Detail[] | undefined): string {
  return (details ?? []).map(({ role, value }) => `${role} ${tellValue(value)}`).join(' ')
}

function tellTarget(target: Target): string {
  const parts: string[] = []
  const say = (text: string | undefined) => text && parts.push(text)
  say(target.same ? 'same' : undefined)
  say(target.all ? 'all' : undefined)
  say(target.count === undefined ? undefined : `${target.count}x`)
  say(target.ordinal === undefined ? undefined : `#${target.ordinal}`)
  say(target.traits && `{${target.traits.join(',')}}`)
  say(target.kind)
  if (target.words) say(target.quoted ? `"${target.words}"` : `'${target.words}'`)
  for (const { how, target: other } of target.relations ?? []) say(`${how}(${tellTarget(other)})`)
  say(target.condition && `?${target.condition}`)
  say(target.parts && `parts(${target.parts.map(tellTarget).join(',')})`)
  say(target.except && `except(${target.except.map(tellTarget).join(',')})`)
  return parts.join(' ')
}

function tellValue(value: Value): string {
  if (value.path) return `path(${value.path.join(' > ')})`
  if (value.from) return `${value.as ?? 'from'}(${tellTarget(value.from)})`
  if (value.thing) return `thing(${tellTarget(value.thing)})`
  return value.quoted ? `"${value.text}"` : `'${value.text}'`
}

function tellPlace(place: Place): string {
  if (!('target' in place)) return `'${place.words}'`
  return place.how ? `${place.how} ${tellTarget(place.target)}` : tellTarget(place.target)
}
