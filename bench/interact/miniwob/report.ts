import type { Episode } from './episode.ts'

/** These say how near one came, and are never quite met. */
const GRADUAL = new Set([
  'bisect-angle',
  'chase-circle',
  'circle-center',
  'draw-circle',
  'draw-line',
  'find-midpoint',
  'moving-items',
  'right-angle',
  'use-colorwheel',
  'use-colorwheel-2',
])
const NEAR_ENOUGH = 0.8

/** Solved as most publications count it: the whole reward, without parts of it for parts of the task. */
function isSolved({ task, reward }: Episode): boolean {
  return reward >= (GRADUAL.has(task) ? NEAR_ENOUGH : 1)
}

export function printTask(task: string, episodes: readonly Episode[]): void {
  const rewards = episodes.map(({ reward }) => reward.toFixed(1)).join(' ')
  const solved = episodes.filter(isSolved).length
  console.log(
    `${task.padEnd(30)} ${solved}/${episodes.length}  ${rewards.padEnd(28)} ${Math.round(mean(episodes, ({ tookMs }) => tookMs))} ms`,
  )
}

export function printEpisode(episode: Episode): void {
  if (isSolved(episode)) return
  const { task, seed, utterance, reward, outcome } = episode
  console.log(`✗ ${task} ${seed} (${reward}): ${utterance}`)
  for (const { type, target, value, effect } of outcome.actions) {
    console.log(
      `     ${[type, target, value && `= ${value}`, effect && `→ ${effect}`].filter(Boolean).join(' ')}`,
    )
  }
  console.log(`   < ${outcome.output}${outcome.error ? ` [${outcome.error}]` : ''}`)
}

export function printTotal(episodes: readonly Episode[]): void {
  const share = (some: readonly Episode[]) => `${((100 * some.length) / episodes.length).toFixed(1)} %`
  const ms = (of: (episode: Episode) => number) => Math.round(mean(episodes, of))
  const deceived = episodes.filter((episode) => episode.outcome.done && !isSolved(episode))
  console.log(
    `${episodes.length} episodes: ${share(episodes.filter(isSolved))} solved, ${share(episodes.filter(({ reward }) => reward > 0))} with any reward, ${share(deceived)} called done though not solved`,
  )
  console.log(
    `an instruction takes ${ms(({ tookMs }) => tookMs)} ms, ${ms(({ tookMs, deedsMs }) => tookMs - deedsMs)} ms of them besides its ${mean(episodes, ({ outcome }) => outcome.actions.length).toFixed(1)} actions`,
  )
}

function mean(episodes: readonly Episode[], of: (episode: Episode) => number): number {
  return episodes.reduce((total, episode) => total + of(episode), 0) / Math.max(1, episodes.length)
}
