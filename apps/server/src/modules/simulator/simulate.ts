import type { Simulation, api } from '@guiche/contract'
import type { z } from 'zod'
import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import type { MessageEvent } from '#modules/bot'
import type { MediaLinks } from '#modules/media'
import { readMoments } from '#modules/schedules'
import { type Wanted, momentsOf } from './moments.ts'
import { presentSteps } from './present-steps.ts'
import { type Staged, readScene } from './read-scene.ts'
import { type HeardAt, beginTalk, hear } from './talk.ts'

type Body = z.output<(typeof api)['simulateBot']['body']>
type Step = Body['steps'][number]

/** In ms: the customer has read what the bot said. */
const pause = 5000

/** A ticket that would be created has a number, which texts may name. */
const sampleTicketId = 1

export async function simulate(ctx: Ctx, body: Body, links: MediaLinks): Promise<Simulation> {
  const { queueId, draft, whatsappId, channel, contactName, steps } = body
  const customer = { name: contactName, ticketId: sampleTicketId }
  const staged = await readScene(ctx, { queueId, draft, connectionId: whatsappId, channel, customer })
  const { scene, queue, isOffered, connection } = staged
  const next = momentsOf(scene.configuration, queue)
  const now = new Date()
  const heard = hearAll(staged, await timed(ctx, steps, now, next))
  const facts = factsOf(connection?.channel ?? channel)
  return {
    steps: await presentSteps(ctx, { staged, heard, links, facts }),
    hours: { open: next(now, 'open') !== undefined, closed: next(now, 'closed') !== undefined },
    isOffered,
    hasButtons: facts.hasVisitors,
  }
}

type TimedStep = Omit<Step, 'at'> & { at: Date }

/** The steps with the moments of each. */
async function timed(
  ctx: Ctx,
  steps: readonly Step[],
  now: Date,
  next: (from: Date, wanted: Wanted) => Date | undefined,
): Promise<TimedStep[]> {
  const texts = steps.flatMap(({ at }) => (isWanted(at) ? [] : [at]))
  const given = (await readMoments(ctx, texts)).values()
  const done: TimedStep[] = []
  for (const { at, ...step } of steps) {
    const last = done.at(-1)
    const earliest = last && new Date(last.at.getTime() + pause)
    const from = earliest ?? now
    const chosen = isWanted(at) ? (next(from, at) ?? from) : (given.next().value?.at ?? from)
    done.push({ ...step, at: earliest && chosen < earliest ? earliest : chosen })
  }
  return done
}

const isWanted = (at: string): at is Wanted => at === 'open' || at === 'closed'

function hearAll({ scene }: Staged, steps: readonly TimedStep[]): HeardAt[] {
  const contact = { hasConsented: false, acceptsAudio: true, isBotDisabled: false }
  let talk = beginTalk(scene.configuration, contact)
  return steps.map((step, nth) => {
    const heard = hear(scene, talk, eventOf(step, nth), { now: step.at, seed: nth })
    talk = heard.talk
    return { ...heard, at: step.at }
  })
}

const eventOf = ({ text, choiceId, media, at }: TimedStep, nth: number): MessageEvent => ({
  id: nth,
  text,
  choiceId,
  media,
  isFirst: nth === 0,
  isMissed: false,
  isCall: false,
  isEcho: false,
  at,
})
