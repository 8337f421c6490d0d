import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import { Intent, fallback, readyIntents } from './intent.ts'

interface Context {
  name: string
  lifespanCount: number
  until: Date
}

export interface Detected {
  intent: Intent
  contexts: readonly Context[]
}

const contextMinutes = 20

/** Finds the intent of what a customer says, and remembers the contexts of each session. */
export class Agent {
  readonly #clock: Clock
  readonly #intents = readyIntents.map((intent) => Intent.parse(intent))
  readonly #contexts = new Map<string, Context[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds an intent, or replaces it. */
  teach(intent: z.input<typeof Intent>): void {
    const taught = Intent.parse(intent)
    const at = this.#intents.findIndex(({ name }) => name === taught.name)
    if (at === -1) this.#intents.push(taught)
    else this.#intents[at] = taught
  }

  detect(session: string, text: string): Detected {
    const active = this.#activeOf(session)
    const said = normal(text)
    const intent =
      this.#intents.find(
        ({ phrases, needsContext }) =>
          phrases.some((phrase) => normal(phrase) === said) &&
          (needsContext === undefined || active.some(({ name }) => name === needsContext)),
      ) ?? fallback
    const left = active.map((one) => ({ ...one, lifespanCount: one.lifespanCount - 1 })).filter(isLeft)
    const contexts = intent.givesContext ? [...left, this.#begin(intent.givesContext)] : left
    this.#contexts.set(session, contexts)
    return { intent, contexts }
  }

  #begin({ name, lifespanCount }: { name: string; lifespanCount: number }): Context {
    return { name, lifespanCount, until: new Date(this.#clock.now().getTime() + contextMinutes * 60_000) }
  }

  #activeOf(session: string): Context[] {
    return (this.#contexts.get(session) ?? []).filter(({ until }) => until > this.#clock.now())
  }
}

const isLeft = ({ lifespanCount }: Context) => lifespanCount > 0

const normal = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
    .toLowerCase()
