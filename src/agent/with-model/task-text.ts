import { namesInSchema } from '../../extract/extract.ts'
import type { Assignment } from '../mind.ts'
import { cutTo } from './cut-to.ts'

const SHARE = 0.15

/** What whoever asks wants, for a model with so much room. */
export function taskText({ prompt, instructions = '' }: Assignment, room: number): string {
  const task = `The task, in the words of whoever asks:\n${cutTo(prompt, room * SHARE)}`
  if (instructions === '') return task
  return `${task}\n\nHow it is to be done, in the same words:\n${cutTo(instructions, room * SHARE)}`
}

/** The words by which passages of pages are chosen for a task. */
export function aboutTask({ prompt, schema = {} }: Assignment): string {
  return `${prompt} ${namesInSchema(schema)}`
}
