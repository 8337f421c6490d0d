import type { ChannelFacts, StoredChannel } from '@guiche/channel'
import { perApplication } from '#platform/per-application'
import { factsOf } from './facts.ts'

const running = perApplication(() => new Map<StoredChannel, ChannelFacts>())

/** The application runs the channel with these facts: for how long people may answer is a choice of the installation. */
export function keepRunning(of: { readonly application: object }, facts: ChannelFacts): void {
  running(of).set(facts.name, facts)
}

/** The facts of a channel as the application runs it, for functions that are given no more than a unit of work. */
export const runningFacts = (of: { readonly application: object }, name: StoredChannel): ChannelFacts =>
  running(of).get(name) ?? factsOf(name)
